// Tables inside texts whose figures can be added up: the lines of an invoice, not the fees of a handbook. Pure.
import type { TableInfo } from '../../core/table.ts';

/** Titles of such documents, or headings above such tables. */
const LEDGER =
  /(?<!\p{L})(?:invoices?|bills?|receipts?|quotes?|quotation|estimate|orders?|purchases?|expenses?|budget|costs?|timesheet|payments?|sales|rechnung(?:en)?|angebot|quittung|bestellung(?:en)?|ausgaben|kosten|facture|devis|dépenses|factura|presupuesto|gastos)(?!\p{L})/iu;
/** A line that states a figure, which may include what the table lacks, such as the tax. */
const STATED =
  /^[|>*_ \t-]{0,20}(?:(?:sub|grand)[ -]?)?(?:total|sum|summe|gesamt|zwischensumme|tax|vat|mwst|ust|tva|iva|discount|rabatt|amount due|balance due)/imu;

/** @param tables of a text that is not a table as a whole */
export function ledgersIn(body: string, tables: readonly TableInfo[]): readonly TableInfo[] {
  if (STATED.test(body)) return [];
  const isLedger = ({ title, name }: TableInfo): boolean =>
    LEDGER.test(title) || LEDGER.test(name.replaceAll('_', ' '));
  // The place of a table counts: the first one is `data`.
  return tables.every(isLedger) ? tables : [];
}
