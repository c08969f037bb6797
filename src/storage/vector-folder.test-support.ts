// A folder of files in memory that ends, like a tab, after a number of steps: later calls never happen, nor return.
import { NoAnswer, type VectorFolder } from './vector-folder.ts';

export class MemoryFolder implements VectorFolder {
  readonly files = new Map<string, Uint8Array>();
  /** Maximum bytes of a file. */
  room = Infinity;

  async write(name: string, parts: readonly ArrayBufferView<ArrayBuffer>[]): Promise<void> {
    const bytes = new Uint8Array(await new Blob([...parts]).arrayBuffer());
    if (bytes.length > this.room) throw new DOMException('full', 'QuotaExceededError');
    this.files.set(name, bytes);
  }

  async read(name: string, stretches: readonly (readonly [number, number])[]): Promise<ArrayBuffer[]> {
    const bytes = this.files.get(name);
    if (!bytes) throw new Error('no such file');
    return stretches.map(([from, to]) => {
      if (bytes.length < to) throw new Error('too short');
      return bytes.slice(from, to).buffer;
    });
  }

  async whole(name: string): Promise<ArrayBuffer> {
    const [bytes] = await this.read(name, [[0, this.files.get(name)?.length ?? 0]]);
    return bytes!;
  }

  async file(name: string): Promise<File> {
    return new File([await this.whole(name)], name);
  }

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  async names(): Promise<string[]> {
    return [...this.files.keys()];
  }

  /** Returns the same files for a tab that ends after this many changes; a file being written is then left incomplete. */
  endingAfter(steps: number): VectorFolder {
    let left = steps;
    const never = new Promise<never>(() => undefined);
    return {
      read: (name, stretches) => this.read(name, stretches),
      whole: (name) => this.whole(name),
      file: (name) => this.file(name),
      names: () => this.names(),
      write: async (name, parts) => {
        if (left-- > 0) return this.write(name, parts);
        await this.write(name, parts.slice(0, 1));
        return never;
      },
      remove: async (name) => (left-- > 0 ? this.remove(name) : never),
    };
  }
}

/** The folder of a browser that answers no call. */
export class SilentFolder extends MemoryFolder {
  override write(): Promise<never> {
    return Promise.reject(new NoAnswer());
  }

  override names(): Promise<never> {
    return Promise.reject(new NoAnswer());
  }
}
