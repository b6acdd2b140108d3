// Tells charter what happens in pi, through `charter hook pi`, and does what it answers.
// A charter that is missing, slow or silent changes nothing.
import { spawn } from "node:child_process"
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent"

const CHARTER = "charter"
const TIMEOUT_MS = 20_000

type Answer = { context?: string; decision?: string; reason?: string }

function ask(hook_event_name: string, ctx: ExtensionContext, rest: Record<string, unknown> = {}): Promise<Answer> {
  const session_id = ctx.sessionManager.getSessionId()
  return new Promise((resolve) => {
    const stdio: ["pipe", "pipe", "ignore"] = ["pipe", "pipe", "ignore"]
    const child = spawn(CHARTER, ["hook", "pi"], { cwd: ctx.cwd, stdio, timeout: TIMEOUT_MS })
    let text = ""
    child.stdout.on("data", (it) => (text += it))
    child.stdin.on("error", () => {})
    child.on("error", () => resolve({}))
    child.on("close", () => {
      try { resolve(JSON.parse(text.trim() || "{}") as Answer) } catch { resolve({}) }
    })
    child.stdin.end(JSON.stringify({ hook_event_name, session_id, cwd: ctx.cwd, ...rest }))
  })
}

export default function charter(pi: ExtensionAPI) {
  let start: string | undefined
  pi.on("session_start", async ({ reason }, ctx) => {
    process.env.CHARTER_SESSION = ctx.sessionManager.getSessionId()
    start = (await ask("SessionStart", ctx, { source: reason })).context
  })
  pi.on("before_agent_start", async ({ prompt }, ctx) => {
    const submit = (await ask("UserPromptSubmit", ctx, { prompt })).context
    const content = [start, submit].filter(Boolean).join("\n\n")
    start = undefined
    if (content) return { message: { customType: "charter", content, display: true } }
  })
  pi.on("tool_call", async ({ toolName, input }, ctx) => {
    const answer = await ask("PreToolUse", ctx, { tool_name: toolName, tool_input: input })
    if (answer.decision) return { block: true, reason: answer.reason }
  })
  pi.on("agent_end", async (_event, ctx) => {
    const { decision, reason } = await ask("Stop", ctx)
    if (decision === "block" && reason) pi.sendUserMessage(reason, { deliverAs: "followUp" })
  })
}
