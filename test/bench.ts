import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "#infra/arguments.ts";
import { type BenchStack, benchStack } from "./bench/stack.ts";

type Bench = { name: string; run(stack: BenchStack): Promise<string> };

// npm run bench [-- part of a file name]: prints measurements. Only calls or units above a budget fail a bench.
const USAGE = `Use: npm run bench [-- part of a file name]

Prints CPU, round trips and capacity units. Fails where calls or units exceed a budget.
  npm run bench -- spine`;
const [namePart = ""] = readArguments(USAGE, { allowPositionals: true }).positionals;
const folder = join(import.meta.dirname, "bench");
const all = readdirSync(folder).filter((file) => file.endsWith(".bench.ts"));
const files = all.filter((file) => file.includes(namePart));
if (files.length === 0) {
  const names = all.map((file) => file.replace(".bench.ts", "")).join(", ");
  console.error(`There is no bench ${namePart}. There are: ${names}.`);
  process.exit(1);
}
const stack = await benchStack();
// Functions log as they do on AWS; those lines are hidden here.
const printLog = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array) =>
  String(chunk).startsWith('{"level"') || printLog(chunk)) as typeof process.stdout.write;
try {
  for (const file of files) {
    const bench = (await import(join(folder, file))) as Bench;
    console.log(`\n${bench.name}\n`);
    try {
      console.log(await bench.run(stack));
    } catch (error) {
      console.error(error);
      process.exitCode = 1;
    }
  }
} finally {
  await stack.stop();
}
