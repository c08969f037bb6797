// Words of software with nearly the same meaning in a question and its answer, as in `english-synonyms.ts`.

export const TECHNICAL_SYNONYMS = `
ignore exclude skip
publish upload
upload outgoing
download incoming
speed rate bandwidth throughput
location path directory
folder path
iphone ipad ios
macbook mac macos osx
credential password login
certificate cert
environment env
reload refresh
deactivate disable
repository repo
argument parameter option flag
`;

/** They count only if the library does not have the first word itself. */
export const FOR_UNKNOWN: ReadonlyMap<string, readonly string[]> = new Map([['upload', ['add', 'import']]]);
