"use strict";
// Old syntax on purpose: npm runs this on the installed Node, before our own version is there.
const fs = require("node:fs");
const path = require("node:path");

// Removes 67 MB of C++ headers that nothing is compiled with.
const brought = path.join(__dirname, "..", "node_modules", "node", "node_modules");
const packages = fs.existsSync(brought) ? fs.readdirSync(brought) : [];
for (const name of packages.filter((each) => each.startsWith("node-"))) {
  fs.rmSync(path.join(brought, name, "include"), { recursive: true, force: true });
}
