"use strict";
// Old syntax on purpose, as in the preflight, which runs first.
require("./preflight.cjs");
const fs = require("node:fs");
const path = require("node:path");
const { spawnSync } = require("node:child_process");

// The first install leaves out the packages that only tests, checks and deployments need. They come when the first of
// those runs.
const root = path.join(__dirname, "..");
const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const missing = Object.keys(devDependencies).filter(
  (name) => !fs.existsSync(path.join(root, "node_modules", name)),
);
if (missing.length > 0) {
  console.error(
    `This needs ${missing.length} more packages, such as ${missing[0]}. npm installs them, once.`,
  );
  // Without a save, npm leaves the lockfile as it is and installs what stands there.
  const install = ["install", "--include=dev", "--no-save", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", install, {
    cwd: root,
    shell: process.platform === "win32",
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) {
    console.error("They could not be installed. Run: npm ci");
    process.exit(1);
  }
}
