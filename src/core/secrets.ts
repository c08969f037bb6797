// What a secret is: a value that a person entrusts to this device, to be used by the tools whose config names it.

/** Also what may stand between `${` and `}` in a tool's config. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Characters. What is shorter stands in too many texts to be hidden in them. */
export const SECRET_MIN_LENGTH = 4;
/** Characters. The longest in use, keys in PEM or JSON files, have some 4,000. */
export const SECRET_MAX_LENGTH = 16_384;

export interface Secret {
  name: string;
  value: string;
  /** Hosts it may be sent to, such as `api.example.com` or `localhost:8080`. Empty: every host granted to the tool. */
  hosts: readonly string[];
  /** It came with an answer during the run, such as an access token: elsewhere it goes when a person agrees. */
  fetched?: true;
}

/** What may be shown of one. */
export type SecretInfo = Omit<Secret, 'value'>;
