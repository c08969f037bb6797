// German, French and Spanish words with nearly the same meaning in a question and its answer, in the format of the
// English ones.

export const FOREIGN_SYNONYMS: Readonly<Record<string, string>> = {
  de: `
erreichbar erreichen sprechzeit sprechzeiten sprechstunde
schreiben geschrieben verfasst protokollführer
schwer gewicht wiegt wiegen
groß größe maße abmessungen
lang länge
breit breite
hoch höhe
tief tiefe
mitbringen brauchen braucht benötigen benötigt mitgeben
passwort kennwort
kilometer km
kilogramm kilo kg
zentimeter cm
minuten min
stunden std
leiten leitet leiter leiterin leitung
unterrichten unterrichtet lehrer lehrerin
kosten kostet preis gebühr entgelt tarif beitrag teuer
bezahlen zahlen zahlung bezahlung
öffnen öffnet geöffnet offen öffnung öffnungszeiten
schließen schließt geschlossen
riechen riecht geruch stinken stinkt
urlaub ferien urlaubstage urlaubsanspruch
krank krankheit krankmeldung krankmelden krankgemeldet
kündigen kündigung gekündigt kündigungsfrist
anmelden anmeldung angemeldet
abmelden abmeldung abgemeldet
mitarbeiter angestellte beschäftigte personal
chef vorgesetzter vorgesetzte führungskraft
auto fahrzeug wagen
telefon telefonnummer rufnummer handy mobiltelefon
müll abfall abfälle
erlaubt gestattet zulässig
verboten untersagt unzulässig
leeren geleert leerung abholen abgeholt abholung
reinigen reinigung säubern putzen
beginnen beginnt beginn anfangen start startet
enden endet ende
dauer dauern dauert
liefern geliefert lieferung versand
mieten miete
rechnung rechnungen
anschrift adresse
arbeiten arbeit
arbeitszeit arbeitszeiten stunden
zuhause homeoffice heimarbeit mobiles
zuständig verantwortlich ansprechpartner
erstatten erstattet erstattung zurückerstatten
umtauschen umtausch zurückgeben rückgabe
kaputt defekt beschädigt
kind kinder
gehalt lohn vergütung
hund hunde haustier haustiere
parken parkplatz stellplatz
antrag beantragen beantragt
frist fristen
schlüssel ersatzschlüssel
lärm lärmen laut krach ruhe ruhezeit ruhezeiten leise
abholen abholung mitnehmen
geschwister bruder schwester geschwisterkind
rabatt ermäßigung nachlass preisnachlass vergünstigung ermäßigt
aufzug fahrstuhl lift
garten hof
keller kellerraum abstellraum
wohnung apartment
mieter mietpartei bewohner
vermieter eigentümer hausverwaltung
kaution sicherheit mietsicherheit
nebenkosten betriebskosten heizkosten
heizung heizen geheizt
waschmaschine waschen waschküche
grillen grill elektrogrill holzkohle
fahrrad rad fahrräder
garage stellplatz parkplatz
rauchen raucher rauchverbot
besuch besucher gäste gast
schule unterricht
lehrer lehrerin lehrkraft
schüler schülerin schulkind
eltern erziehungsberechtigte
klassenfahrt ausflug
mittagessen essen mahlzeit verpflegung
arzt ärztin
fehlen gefehlt abwesend entschuldigt abwesenheit
anwesend teilnehmer teilgenommen dabei
vorsitz vorsitzende vorsitzender leiter leitung
kassenwart kassierer schatzmeister
beschluss beschlossen entschieden entscheidung
sitzung versammlung besprechung termin
treffen stattfinden findet
garantie gewährleistung
schaden schäden beschädigung
ausgeschlossen ausgenommen
reparieren reparatur instandsetzung
gerät maschine
entsorgen entsorgung
temperatur heiß warm kalt grad
backen backzeit ofen
zutat zutaten
einfrieren gefrieren tiefkühlen
haltbar haltbarkeit aufbewahren
mitglied mitgliedschaft mitgliedsbeitrag
gast gäste
stornieren stornierung absagen rücktritt
buchen buchung reservieren reservierung
abfahrt abfahren losfahren
ankunft ankommen
gepäck koffer handgepäck
ausweis reisepass personalausweis
versicherung versichert versicherungsschutz
selbstbehalt selbstbeteiligung
karte kartenzahlung bargeld bar
`,
  fr: `
récupérer remettre remise remises retirer chercher
feu feux
lourd poids pèse peser
grand taille dimensions
admis accepté acceptés autorisé
mot code
kilomètre km
kilogramme kilo kg
minute min
coûter coûte coûtent coût prix tarif tarifs frais
payer paiement règlement
ouvrir ouvert ouverte ouverture horaires
fermer fermé fermée fermeture
annuler annulation
résilier résiliation
enfant enfants
congé congés vacances
malade maladie
travailler travail
responsable contact
inscrire inscription inscriptions
rendre retourner retour
rembourser remboursé remboursement
livrer livraison
voiture véhicule
téléphone portable numéro
autorisé permis
interdit défendu
commencer commence commencent début
finir fin terminer
envoyer envoi expédier expédition
louer loyer location
salaire rémunération
durer dure durée
nettoyer nettoyage
panne casse cassé
chien chiens animal animaux
poubelle déchets ordures
frère sœur fratrie
réduction remise rabais tarif réduit
bruit bruyant silence calme
ascenseur lift
jardin cour
cave sous-sol
caution garantie dépôt
chauffage chauffer
absent absente absents excusé excusés
présent présents participants
président présidente
trésorier trésorière
réunion séance
décider décidé décision
médecin docteur
repas déjeuner cantine
élève élèves
bagage bagages valise
départ partir
arrivée arriver
réserver réservation
garantie couvert couverture
réparer réparation
carte espèces
température chaud degrés
congeler congélateur
`,
  es: `
pesado peso pesa
grande tamaño medidas dimensiones
kilómetro km
kilogramo kilo kg
minuto min
costar cuesta cuestan precio precios tarifa coste costo
pagar pago
abrir abre abierto apertura horario horarios
cerrar cierra cerrado cierre
vacaciones permiso
enfermo enferma enfermedad baja
cancelar anular cancelación anulación
trabajar trabajo
responsable contacto encargado
inscribir inscripción
devolver devolución
reembolsar reembolso
entregar entrega envío
coche vehículo
teléfono móvil número
permitido autorizado
prohibido
empezar empieza comienza comienzo inicio
terminar termina fin
alquilar alquiler
sueldo salario
durar dura duración
limpiar limpieza
niño niños
perro perros mascota mascotas
basura residuos
hermano hermana hermanos
descuento rebaja reducción
ruido silencio
ascensor elevador
jardín patio
sótano trastero
fianza depósito
calefacción calentar
ausente ausentes disculpas
presente presentes asistentes
presidente presidenta
tesorero tesorera
reunión sesión
decidir decidido decisión
médico doctor
comida almuerzo comedor
alumno alumnos
equipaje maleta
salida salir sale
llegada llegar llega
reservar reserva
garantía cobertura
reparar reparación
tarjeta efectivo
temperatura caliente grados
congelar congelador
`,
};
