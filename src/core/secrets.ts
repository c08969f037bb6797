// A secret: a value that a person stores on this device for tools whose config names it.

/** Also valid between `${` and `}` in a tool's config. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Characters. A shorter value occurs in too many texts to be redacted. */
export const SECRET_MIN_LENGTH = 4;
/** Characters. The longest common ones, keys in PEM or JSON files, have about 4,000. */
export const SECRET_MAX_LENGTH = 16_384;

export interface Secret {
  name: string;
  value: string;
  /** Hosts it may be sent to, such as `api.example.com` or `localhost:8080`. Empty: every host granted to the tool. */
  hosts: readonly string[];
  /** Received during the run, such as an access token. Sending it to another host needs approval. */
  fetched?: true;
}

/** The part of a secret that may be shown. */
export type SecretInfo = Omit<Secret, 'value'>;
