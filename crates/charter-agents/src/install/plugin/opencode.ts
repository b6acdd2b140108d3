// Tells charter what happens in opencode, through `charter hook opencode`, and does what it answers.
// A charter that is missing, slow or silent changes nothing.
import { spawn } from "node:child_process"
import type { Plugin } from "@opencode-ai/plugin"

const CHARTER = "charter"

type Answer = { context?: string; decision?: string; reason?: string }

function ask(payload: Record<string, unknown>, cwd: string): Promise<Answer> {
  return new Promise((resolve) => {
    const child = spawn(CHARTER, ["hook", "opencode"], { cwd, stdio: ["pipe", "pipe", "ignore"], timeout: 20_000 })
    let text = ""
    child.stdout.on("data", (it) => (text += it))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", () => {
      try { resolve(JSON.parse(text.trim() || "{}") as Answer) } catch { resolve({}) }
    })
    child.stdin.end(JSON.stringify({ cwd, ...payload }))
  })
}

export const Charter: Plugin = async ({ client, directory }) => {
  const contexts = new Map<string, string | undefined>()
  const tell = (hook_event_name: string, session_id: string, rest: Record<string, unknown> = {}) =>
    ask({ hook_event_name, session_id, ...rest }, directory)
  return {
    "shell.env": async ({ sessionID }, output) => {
      if (sessionID) output.env.CHARTER_SESSION = sessionID
    },
    "chat.message": async ({ sessionID }, output) => {
      const start = contexts.has(sessionID) ? undefined : (await tell("SessionStart", sessionID)).context
      const prompt = output.parts.map((it) => (it.type === "text" ? it.text : "")).join("\n")
      const submit = (await tell("UserPromptSubmit", sessionID, { prompt })).context
      const said = [start, submit].filter(Boolean).join("\n\n")
      contexts.set(sessionID, said || contexts.get(sessionID))
    },
    "experimental.chat.system.transform": async ({ sessionID }, output) => {
      const said = sessionID && contexts.get(sessionID)
      if (said) output.system.push(said)
    },
    "tool.execute.before": async ({ tool, sessionID }, { args }) => {
      const answer = await tell("PreToolUse", sessionID, { tool_name: tool, tool_input: args })
      if (answer.decision) throw new Error(answer.reason ?? "charter says no")
    },
    event: async ({ event }) => {
      const id = event.type === "session.idle" ? event.properties.sessionID : undefined
      if (!id) return
      const { decision, reason } = await tell("Stop", id)
      if (decision !== "block" || !reason) return
      await client.session.promptAsync({ path: { id }, body: { parts: [{ type: "text", text: reason }] } })
    },
  }
}
