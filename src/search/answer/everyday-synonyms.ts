// More English words with nearly the same meaning: home, travel, health, school, events and shopping. Each line is a
// group, as in english-synonyms.ts.

export const EVERYDAY_SYNONYMS = `
teach teacher trainer instructor coach tutor
coffee tea drink beverage
high tall height
wide width
deep depth
kilometre km mileage
mile mileage
kilogram kg kilo
centimetre cm
millimetre mm
millilitre ml
minute min
ext extension
tel telephone phone
qty quantity
dept department
addr address
approx approximately
info information
max maximum
min minimum
temp temperature
foam froth frothing
cable cord lead wire
watt wattage watts
power watt
noise loud quiet db
film movie dvd video
song track music
magazine journal periodical
newspaper paper press
trash rubbish garbage waste bin litter
collect pickup pick
elevator lift
sidewalk pavement
apartment flat unit
lavatory toilet restroom bathroom wc
shower bath
kitchen cook cooking
fridge refrigerator freezer
oven stove cooker
washer laundry washing
dishwasher dish
vacuum hoover
heating heater radiator boiler warm
air conditioning cooling
couch sofa
closet wardrobe cupboard
garden yard
light lamp
member membership
book item
lawn grass mow mower
hedge bush shrub
spot space place
bike bicycle cycle
bus coach
plane flight fly airplane
airport flight
train rail railway
luggage baggage suitcase bag
visa permit
booking reservation reserve book
pause freeze suspend
memory ram
advance ahead
christmas december
friend guest
miss absent
cancel cancellation
itinerary route schedule programme
program programme agenda schedule
agenda programme
timetable schedule
departure depart leave
arrival arrive
checkin arrival
checkout departure
stay night accommodation
breakfast meal
dinner meal supper
lunch meal
eat food meal
drink beverage water
vegetarian vegan meatless
allergy allergic allergen
nut nuts peanut
milk dairy lactose
gluten wheat
recipe dish
ingredient contain contents
portion serving serve
bake oven
boil cook simmer
fry pan
cup mug
spoon tablespoon teaspoon
doctor physician gp
medicine drug medication tablet
dose dosage
side effect adverse reaction
pain ache hurt
headache head
hospital clinic
emergency urgent
ambulance emergency
injury injured hurt wound
accident crash incident
pregnant pregnancy
breastfeeding nursing
child children minor junior
senior elderly pensioner retired
teen teenager youth
parent guardian
husband wife spouse partner
school class
pupil student learner
teacher instructor tutor
homework assignment task
exam test examination
grade mark score
semester term
tuition fee
degree diploma certificate
lecture class lesson
lesson class course
register enrol enroll registration signup
join member membership
unsubscribe cancel
subscription plan membership
free gratis complimentary
paid payable
pay owe
iban account
cash money
currency euro dollar pound
vat tax
tax duty
income salary earnings
balance total sum
sum total amount
contribute contribution
turnover revenue sales
profit surplus
loss deficit
loan credit mortgage
interest apr
budget funding
grant funding
donation donate gift
gift present
voucher coupon code
receipt proof
guarantee warranty
exclude exclusion cover
cover coverage covered include
include inclusive contain
insurance policy insured
claim damage
liable liability responsible
owner responsible
fault defect
break fail failure
crack broken
burst leak
theft steal burglary
police officer
lock locked
alarm siren
fire smoke
smoke smoking cigarette vape
noise quiet silence
party celebration
guest visitor visit
host organiser
event function
wedding ceremony
ticket entry
seat place
wind windy storm
rain rainy wet
weather wind rain
snow ice
hot heat
cold frost
speed fast kmh mph
distance far away km
size dimension width height length
area square
weight kg heavy
colour color
material fabric made
wood wooden timber
metal steel iron
cotton cloth
battery charge charging rechargeable
charge charger
plug socket outlet
switch button
button press
blink flash
beep sound signal
screen display monitor
remote control
wifi wireless wlan
internet wifi
password pin passcode
login account
app application
phone smartphone
laptop notebook computer
print printer
photo camera film filming
attend present attendance participant
attend attended participate
participant attendee
absent excused
chair chairman chairwoman chairperson president
president chair
ceo director chief
treasurer accounts finance
secretary clerk
vote voted ballot
elect elected election
decide decision resolve resolution
approve approved adopted
responsible owner assigned
assign assigned owner
volunteer helper
hire recruit
resign leave
boss supervisor
colleague coworker
office workplace
desk office
meeting session
conference congress
talk speech lecture presentation
speaker presenter
winner won win
prize award
goal aim purpose objective
purpose reason why
advantage benefit pro
disadvantage drawback con
mandatory compulsory obligatory required
optional voluntary
forbidden prohibited banned
ban prohibit
allow permit tolerated
consent permission approval
sublet subletting sublease
airbnb sublet tourist
terminate cancel notice
notice cancellation
dispute conflict complaint
lawyer attorney solicitor
court judge
witness evidence
sign signature
letter mail post
address street
postcode zip
town city municipality
country nation
border boundary
neighbour neighbor
street road
park parking
beach sea
mountain hill
walk hike hiking
match game
team crew
coach trainer
practice training
injury accident
age old year
birthday birth born
founded established founding
built construction constructed
author wrote
published publication
dirty clean
clean cleaning cleaner
descale scale limescale
rinse wash
dry dryer
store storage keep
romantic personal
kept retain retention
keep retain retention
freeze frozen freezer
fresh shelf
throw dispose disposal
recycle recycling recyclable
replace replacement spare
spare part
assemble assembly mount
mount install
unplug disconnect
adjust adjustment
reset restore
stuck jam jammed
slow sluggish
busy crowded
empty vacant
capacity hold volume
wear wearing clothes
dress clothes
shoe footwear
coat jacket
vest jacket
uniform clothing
glasses eyewear
depart leave start
label sticker
night nights overnight
morning am
evening pm
deadline latest
borrow lend loan checkout
lend borrow
bring return
overdue late
late fee charge
premium cost price
price value worth
discount rebate off
exceed beyond above limit
unit metric
son child kid
daughter child kid
shut closed switched off
retire sunset discontinued
puncture tyre flat
safe safety risk
wheelchair accessible disabled
accessible accessibility
`;
