/** How many times its usual time a part of the stack may take here: 1, but for tests on machines that are busy with others. */
export function patience(): number {
  return Number(process.env.LOCAL_PATIENCE) || 1;
}
