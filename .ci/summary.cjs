// Reads the reports of the test steps in a folder, prints what was skipped and what failed, and exits non-zero after a
// failure. Usage: `node .ci/summary.cjs FOLDER`. Besides reports, the folder has
//   steps    a line for each step: seconds, exit code, name
//   said     lines that steps printed: reasons for skipped tests, and errors after the last test
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const { relative } = require("node:path");

const [folder] = process.argv.slice(2);
const lines = (name) =>
  existsSync(`${folder}/${name}`)
    ? readFileSync(`${folder}/${name}`, "utf8").split("\n").filter(Boolean)
    : [];
const short = (text) => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const plain = text.replace(/\u001b\[[0-9;]*m/g, "").split("\n");
  const stack = plain.findIndex((line) => /^\s+at /.test(line));
  return plain
    .slice(0, stack < 0 ? 6 : Math.min(stack, 6))
    .join("\n   ")
    .slice(0, 600);
};

let passed = 0;
const skipped = [];
const failures = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const report = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
  passed += report.numPassedTests;
  for (const { name, message, assertionResults } of report.testResults) {
    const path = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === "failed");
    for (const { fullName, failureMessages } of failed) {
      failures.push(`${path}: ${fullName}\n   ${short(failureMessages.join("\n"))}`);
    }
    // A file can fail outside its tests: while loading or in a hook.
    if (message && failed.length === 0) failures.push(`${path}\n   ${short(message)}`);
    for (const { status, fullName } of assertionResults) {
      if (status !== "passed" && status !== "failed") skipped.push({ path, fullName });
    }
  }
}

const steps = lines("steps").map((line) => {
  const [seconds, code, ...name] = line.split(" ");
  return { seconds: Number(seconds), isRed: code !== "0", name: name.join(" ") };
});
const said = lines("said");
const reasons = new Set(said.filter((line) => line.startsWith("Skipped ")));
const refused = said.filter((line) => !line.startsWith("Skipped "));
// Root can install a browser, so skipping is no excuse.
const blind = skipped.filter(({ path }) => path.startsWith("test/browser/"));
if (blind.length > 0 && process.getuid?.() === 0) {
  failures.push(`${blind.length} tests in a browser were skipped, though root can install Chromium.`);
}
const redSteps = steps.filter(({ isRed }) => isRed).map(({ name }) => name);
const broken = Math.max(failures.length, redSteps.length, passed === 0 ? 1 : 0);

console.log(`== took: ${steps.map(({ seconds, name }) => `${name} ${seconds} s`).join("; ")}`);
if (skipped.length > 0) {
  const why = reasons.size > 0 ? [...reasons].join(" ") : skipped.map(({ fullName }) => fullName).join("; ");
  console.log(`== skipped: ${skipped.length}, ${why}`);
}
for (const name of redSteps) console.log(`== failed step: ${name}`);
for (const line of refused) console.log(`== failed: ${line}`);
for (const failure of failures) console.log(`== failed: ${failure}`);
console.log(`${passed} passed, ${broken} failed`);
process.exitCode = broken > 0 ? 1 : 0;
