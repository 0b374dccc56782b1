import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type BenchStack, benchStack } from "./bench/stack.ts";

interface Bench {
  name: string;
  run(stack: BenchStack): Promise<string>;
}

// npm run bench [-- part of a file name] prints measurements. It fails only if a budget of calls or units is
// exceeded.
const pattern = process.argv[2] ?? "";
const folder = join(import.meta.dirname, "bench");
const all = readdirSync(folder).filter((file) => file.endsWith(".bench.ts"));
const files = all.filter((file) => file.includes(pattern));
if (files.length === 0) {
  const names = all.map((file) => file.replace(".bench.ts", "")).join(", ");
  console.error(`There is no bench ${pattern}. There are: ${names}.`);
  process.exit(1);
}
const stack = await benchStack();
// Drops the functions' logs.
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = ((chunk: string | Uint8Array) =>
  String(chunk).startsWith('{"level"') || write(chunk)) as typeof process.stdout.write;
try {
  for (const file of files) {
    const bench = (await import(join(folder, file))) as Bench;
    console.log(`\n${bench.name}\n`);
    try {
      console.log(await bench.run(stack));
    } catch (error) {
      // The others still run, and the process fails at the end.
      console.error(error);
      process.exitCode = 1;
    }
  }
} finally {
  await stack.stop();
}
