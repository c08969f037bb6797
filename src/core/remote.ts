// Remote knowledge: a collection in a search engine elsewhere that answers beside the local library, or instead of it.

export interface Remote {
  id: string;
  name: string;
  engine: 'chroma';
  /** Its base address, such as `http://localhost:8000`. */
  url: string;
  tenant: string;
  database: string;
  collection: string;
  /** The secret with its token, if it wants one. */
  secret?: string;
  /** Whether it answers together with the local library, alone, or not at all. */
  use: 'beside' | 'instead' | 'off';
  /** ISO 8601. */
  createdAt: string;
}
