// Words that mean the same in names of tables and columns: `client` and `customer`, `Bestellung` and `order`. Pure.

/** One meaning a line, its forms as `singular` leaves them, in English, German, French and Spanish. */
const NAMES = `
employee staff worker colleague mitarbeiter mitarbeiterin mitarbeitern angestellte angestellten employé empleado
customer client buyer kunde kunden kundin cliente
product article item artikel produkt produkte produit producto artículo
order bestellung bestellungen auftrag aufträge commande pedido
invoice bill rechnung rechnungen facture factura
expense expenditure ausgabe ausgaben dépense gasto
amount betrag beträge montant importe monto
price preis preise prix precio einzelpreis stückpreis verkaufspreis einkaufspreis
total gesamtpreis gesamtbetrag gesamtsumme gesamtwert endbetrag rechnungsbetrag bestellwert auftragswert warenwert
salary wage gehalt gehälter lohn löhne salaire salario sueldo
rent miete kaltmiete warmmiete mietpreis loyer alquiler
department dept abteilung abteilungen département departamento
hour hr stunde stunden heure hora
category kategorie kategorien catégorie categoría
country land länder pays país
city town stadt städte ville ciudad ort orte
stock lager bestand lagerbestand existencia
quantity qty menge mengen stückzahl quantité cantidad
supplier vendor lieferant lieferanten fournisseur proveedor
member mitglied mitglieder mitgliedern membre miembro socio
project projekt projekte projet proyecto
task aufgabe aufgaben tâche tarea
location standort standorte sitio
student schüler schülerin étudiant étudiante estudiante alumno
region gebiet région región
sale verkauf verkäufe vente venta
age alter âge edad
weight gewicht poids peso
date datum fecha
payment zahlung zahlungen paiement pago
title titel titre título
`;

/** Statuses and other values, in their inflected forms. */
const VALUES = `
open offen offene offener offenen offenes ouvert ouverte ouverts ouvertes abierto abierta abiertos abiertas
paid bezahlt bezahlte bezahlten beglichen payé payée payés payées pagado pagada pagados pagadas
unpaid unbezahlt unbezahlte unbezahlten impayé impayée impayés impayées
overdue überfällig überfällige überfälligen retard vencido vencida vencidos vencidas
delivered geliefert gelieferte gelieferten ausgeliefert livré livrée livrés livrées entregado entregada entregados entregadas
shipped versandt versendet verschickt expédié expédiée expédiés expédiées enviado enviada enviados enviadas
cancelled canceled storniert stornierte stornierten annulé annulée annulés annulées cancelado cancelada cancelados canceladas
pending ausstehend ausstehende ausstehenden pendiente pendientes
closed geschlossen geschlossene fermé fermée fermés fermées cerrado cerrada cerrados cerradas
done erledigt erledigte erledigten fertig terminé terminée terminés terminées hecho hecha terminado terminada
active aktiv aktive aktiven actif active activo activa activos activas
inactive inaktiv inaktive inaktiven inactif inactivo inactiva
returned zurückgesendet retourniert retourné devuelto
draft entwurf brouillon borrador
germany deutschland allemagne alemania german deutsche deutschen
france frankreich francia french französische französischen
spain spanien espagne españa spanish spanische spanischen
italy italien italie italia italian italienische italienischen
austria österreich autriche austrian österreichische österreichischen
switzerland schweiz suisse suiza swiss schweizer
ireland irland irlande irlanda irish
portugal portuguese
netherlands niederlande pays-bas holland dutch
poland polen pologne polonia polish
sweden schweden suède suecia swedish
norway norwegen norvège noruega norwegian
denmark dänemark danemark dinamarca danish
japan japanese
canada canadian
uk united\u00a0kingdom great\u00a0britain großbritannien vereinigtes\u00a0königreich royaume-uni british
usa us united\u00a0states united\u00a0states\u00a0of\u00a0america états-unis estados\u00a0unidos american
invoice rechnung facture factura
cash bar bargeld espèces efectivo
credit\u00a0card kreditkarte carte\u00a0de\u00a0crédit tarjeta\u00a0de\u00a0crédito
transfer bank\u00a0transfer überweisung virement transferencia
prepayment vorkasse
`;

let names: Map<string, string> | undefined;
let values: Map<string, readonly string[]> | undefined;

/** Returns the word that stands for all words with this meaning. */
export function conceptOf(word: string): string {
  return meaningOf(word, singular(word));
}

/** The same for a word without its plural. */
export function meaningOf(word: string, one = word): string {
  names ??= new Map(linesOf(NAMES).flatMap((forms) => forms.map((form) => [form, forms[0]!] as const)));
  return names.get(word) ?? names.get(one) ?? one;
}

/** Returns all words with the meaning of a value, or none. */
export function sameValues(value: string): readonly string[] {
  values ??= new Map(linesOf(VALUES).flatMap((forms) => forms.map((form) => [form, forms] as const)));
  return values.get(value) ?? [];
}

function linesOf(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map((form) => form.replaceAll('\u00a0', ' ')));
}

export function singular(word: string): string {
  if (/^(?:mov|cook|brown|rook|calor|zomb|hood|self|pinn)ies$/.test(word)) return word.slice(0, -1);
  if (/ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|us|is)$/.test(word) || word.length < 4) return word;
  return word.replace(/(?<=(?:ss|x|zz|ch|sh|[tprnb]us))es$|s$/, '');
}
