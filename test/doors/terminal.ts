import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { pause } from "#test/support/pause.ts";
import { ROOT } from "./blocks.ts";

/** Commands that start each shell without the user's settings. */
export const SHELLS = { bash: "bash --norc --noprofile -i", zsh: "zsh -f -i", dash: "dash -i" } as const;
export type Shell = keyof typeof SHELLS;

/** Milliseconds for one block. */
const TIMEOUT_MS = 240_000;

export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
}

interface Terminal {
  /** Pastes a text and returns what the terminal then shows. */
  paste(text: string): Promise<string>;
  close(): void;
}

/** A shell in a pseudo-terminal. */
export async function openTerminal(shell: Shell, env: Record<string, string>): Promise<Terminal> {
  const child = spawn("script", ["-qfec", SHELLS[shell], "/dev/null"], {
    cwd: ROOT,
    env: { ...process.env, TERM: "dumb", PS1: "$ ", HISTFILE: "", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const screen = { text: "" };
  child.stdout?.on("data", (bytes: Buffer) => {
    screen.text += bytes.toString("utf8").replaceAll("\r", "");
  });
  let count = 0;
  const paste = async (text: string) => {
    const mark = `BLOCK-${++count}`;
    const from = screen.text.length;
    // The end mark is quoted in two parts, so that the echoed input does not contain it.
    child.stdin?.write(`${text.trimEnd()}\nprintf '%s\\n' "${mark}""-END"\n`);
    await waitUntil(
      child,
      () => screen.text.indexOf(`${mark}-END`, from) >= 0,
      () => screen.text.slice(from),
    );
    return screen.text.slice(from);
  };
  const terminal = { paste, close: () => void child.stdin?.end("exit\n") };
  await waitUntil(
    child,
    () => screen.text.length > 0,
    () => screen.text,
  );
  await terminal.paste("true");
  return terminal;
}

async function waitUntil(child: ChildProcess, holds: () => boolean, seen: () => string): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!holds()) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`The shell stands still at:\n${seen()}`);
    await pause(20);
  }
}
