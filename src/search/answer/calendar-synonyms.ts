// Names of days and months with their short forms. Each line is a group, as in english-synonyms.ts.

export const CALENDAR_SYNONYMS = `
weekend saturday
weekend sunday
monday mon
tuesday tue tues
wednesday wed
thursday thu thur thurs
friday fri
saturday sat
sunday sun
january jan
february feb
august aug
september sep sept
october oct
november nov
december dec
`;
