"""A charter from an idea to its end through the Python MCP client.

Called by `cargo xtask mcp-clients` as `python.py BINARY MODE TRANSPORT FORMS`. Prints one JSON line:
what was negotiated, how many tools there were, how many questions came as forms, and how it ended.
"""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time

from mcp import Client, StdioServerParameters
import mcp_types as types

BINARY, MODE, TRANSPORT, FORMS = sys.argv[1:5]
ANSWERS = [
    "Night nurses on four wards copy vital signs from paper, 40 minutes a night each.",
    "Night nurses and ward managers; today they write on paper and type it in at six.",
    "The hospital saves 40 minutes a nurse and a night; wrong readings cost lives.",
    "Will: enter readings offline at the bed. Won't: change the hospital's record system.",
    "A reading entered offline is there after a reload; entering one takes under 10 seconds.",
]
forms = {"shown": 0}


async def show_form(context, params):
    forms["shown"] += 1
    if FORMS == "declined":
        return types.ElicitResult(action="decline")
    words = ANSWERS[min(forms["shown"], len(ANSWERS) - 1)]
    return types.ElicitResult(action="accept", content={"answer": words})


async def call(client, times, tool, **arguments):
    start = time.perf_counter()
    result = await client.call_tool(tool, arguments)
    times.append(time.perf_counter() - start)
    said = result.structured_content
    assert said["nextActions"], said
    if result.is_error:
        assert said["code"] and said["problems"], said
    return result.is_error, said


async def story(client, directory, environment):
    times = []
    tools = (await client.list_tools()).tools
    _, created = await call(client, times, "charter", action="create", objective=ANSWERS[0])
    charter = created["charterId"]
    _, need = await call(client, times, "interview", action="next")
    if FORMS == "declined":
        assert need["asked"]["result"] == "declined" and need["kind"] == "ask", need
    for answer in ANSWERS:
        if need["kind"] == "done":
            break
        _, need = await call(client, times, "interview", action="submit", answer=answer)
    assert need["kind"] == "done", need
    place = os.path.join(directory, ".charter", charter)
    with open(os.path.join(place, "criteria.md"), "w") as file:
        file.write("### VAL-A — a\nVerifier: manual\n\n### VAL-B — b\nVerifier: command\n")
    refused, said = await call(client, times, "charter", action="complete")
    assert refused and said["code"] == "not-shown", said
    entry = {"criterionId": "VAL-A", "outcome": "pass", "summary": "seen", "because": "watched"}
    _, recorded = await call(client, times, "charter_record", action="evidence", entries=[entry])
    assert recorded["entries"][0]["verdict"] == "attested", recorded
    prove = [BINARY, "prove", "VAL-B", "--because", "it ran", "--no-base", "--", "git", "--version"]
    subprocess.run(prove, cwd=directory, env=environment, check=True, capture_output=True)
    report = os.path.join(place, "REPORT.md")
    with open(report) as file:
        lines = file.read().splitlines()
    with open(report, "w") as file:
        file.writelines(f"{it}\nSaid.\n" if it.startswith("## ") else f"{it}\n" for it in lines)
    _, done = await call(client, times, "charter", action="complete")
    assert done["status"] == "completed", done
    listed = [str(it.uri) for it in (await client.list_resources()).resources]
    assert f"charter://{charter}/charter.md" in listed, listed
    prompts = [it.name for it in (await client.list_prompts()).prompts]
    assert prompts == ["charter", "interview"], prompts
    times.sort()
    return {
        "negotiated": client.protocol_version,
        "tools": len(tools),
        "forms": forms["shown"],
        "calls": len(times),
        "medianMs": round(times[len(times) // 2] * 1000, 1),
        "end": done["status"],
    }


async def main():
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run(["git", "init", "-q", directory], check=True)
        environment = {"PATH": os.environ["PATH"], "HOME": directory, "CHARTER_ACTOR": "agent:python"}
        callback = None if FORMS == "none" else show_form
        server = None
        target = StdioServerParameters(command=BINARY, args=["mcp"], cwd=directory, env=environment)
        if TRANSPORT == "http":
            command = [BINARY, "serve", "--mcp", "--listen", "127.0.0.1:0"]
            server = subprocess.Popen(
                command, cwd=directory, env=environment, stderr=subprocess.PIPE, text=True
            )
            target = server.stderr.readline().strip().removeprefix("listening on ")
        try:
            options = {"mode": MODE, "elicitation_callback": callback}
            async with Client(target, **options) as client:
                print(json.dumps(await story(client, directory, environment)))
        finally:
            if server:
                server.terminate()
                server.wait()


asyncio.run(main())
