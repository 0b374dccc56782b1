// Types of the runtime that Node's own types leave out.
declare namespace WebAssembly {
  class Module {}
  class Memory {
    constructor(pages: { initial: number; maximum: number });
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
}
