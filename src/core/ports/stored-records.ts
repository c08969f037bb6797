// Records with an id: read as a whole, changed one at a time, observed in all tabs.
export interface StoredRecords<Item> {
  all(): Promise<Item[]>;
  get(id: string): Promise<Item | undefined>;
  /** Applies `change` to the present record. @returns the stored record after that; undefined when it is gone */
  change(id: string, change: (item: Item) => Item): Promise<Item | undefined>;
  remove(id: string): Promise<void>;
  onChange(listener: () => void): () => void;
}
