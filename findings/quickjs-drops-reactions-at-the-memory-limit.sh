#!/usr/bin/env bash
# quickjs-emscripten-core 0.32.0 with @jitl/quickjs-wasmfile-release-sync 0.32.0.
#
# A promise of the engine is settled while the runtime is at its memory limit. The call that settles it returns without an
# error. The reaction that waits for it is not queued, executePendingJobs runs no job and reports no error, and the
# promise of the reaction stays pending for ever, also after the limit is lifted. A host that reads "no job left and
# still pending" as "the script waits for something that never comes" tells its caller the wrong thing: memory ran out.
# What one would expect is an error of the call or of the job, as other allocations give there.
#
# Seen: {"limited":"returned, 0 jobs, pending","lifted":"0 jobs, pending","unlimited":"returned, 1 jobs, fulfilled"}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' >package.json
npm install --silent --no-audit --no-fund quickjs-emscripten-core@0.32.0 @jitl/quickjs-wasmfile-release-sync@0.32.0
cat >run.mjs <<'JS'
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";

const quickjs = await newQuickJSWASMModuleFromVariant(variant);

function settle(isLimited) {
  const runtime = quickjs.newRuntime();
  const vm = runtime.newContext();
  const waiting = vm.unwrapResult(
    vm.evalCode("let settle; new Promise((resolve) => { settle = resolve; }).then(() => 2)"),
  );
  const call = vm.unwrapResult(vm.evalCode("() => settle(1)"));
  const usage = runtime.computeMemoryUsage();
  const used = vm.getProp(usage, "malloc_size").consume((size) => vm.getNumber(size));
  usage.dispose();
  if (isLimited) runtime.setMemoryLimit(used);
  const called = vm.callFunction(call, vm.undefined).error ? "threw" : "returned";
  const state = () => {
    const jobs = runtime.executePendingJobs();
    return `${jobs.error ? "an error" : `${jobs.value} jobs`}, ${vm.getPromiseState(waiting).type}`;
  };
  const first = `${called}, ${state()}`;
  runtime.setMemoryLimit(-1);
  return { first, later: state() };
}

const [limited, unlimited] = [settle(true), settle(false)];
console.log(JSON.stringify({ limited: limited.first, lifted: limited.later, unlimited: unlimited.first }));
JS
expected='{"limited":"returned, 0 jobs, pending","lifted":"0 jobs, pending","unlimited":"returned, 1 jobs, fulfilled"}'
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo "This has changed: expected $expected" >&2; exit 1; }
