// The line drawings there are: what each place without content shows.
export type DrawingName = 'library' | 'search' | 'chats' | 'runs' | 'tools' | 'servers';
