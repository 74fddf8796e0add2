/** The memory of a module of WebAssembly, and its allocator. */
export interface Z3Memory {
  readonly HEAPU8: Uint8Array;
  readonly _malloc: (bytes: number) => number;
  readonly _free: (address: number) => void;
}

/** The smallest page of WebAssembly's memory. */
const PAGE = 65_536;
/** More bytes than are free between the blocks of a module that was just loaded: such a block comes after all others. */
const PROBE = 256 * 1024 * 1024;

/**
 * The memory of a module between two calls, to be restored before later ones. Then the allocator gives the same addresses again.
 *
 * Outside of the image are the stack, which is empty between calls, and what lies above the last block.
 */
export class MemoryImage {
  private readonly bytes: Uint8Array;
  private readonly start: number;

  /** Takes the image of a module that was just loaded. */
  constructor(private readonly module: Z3Memory) {
    const { _malloc: allocate, _free: release } = module;
    const end = allocate(PROBE);
    if (end === 0) throw new Error(`the solver has no ${PROBE} bytes of memory`);
    release(end);
    // The first page has only the mark that no stack may overwrite. After it, pages of zeros belong to the unused part of the stack.
    this.start = firstUsedPage(module.HEAPU8);
    this.bytes = module.HEAPU8.slice(this.start, end);
  }

  restore(): void {
    this.module.HEAPU8.set(this.bytes, this.start);
  }
}

function firstUsedPage(memory: Uint8Array): number {
  let page = PAGE;
  while (memory.subarray(page, page + PAGE).every((byte) => byte === 0)) page += PAGE;
  return page;
}
