// More English words with nearly the same meaning: notices, listings, minutes, price lists, recipes and instructions
// for appliances. Each line is a group, as in english-synonyms.ts.

export const NOTICE_SYNONYMS = `
sibling brother sister
reduction discount concession rebate
reduction reduced half cheaper
discount cheaper reduced half deduct deduction
head headteacher headmaster headmistress principal
wear worn clothing clothes dress uniform attire outfit
clothes garment clothing
furnished furniture furnishing equipped fitted
rent hire rental
hire rental borrow lend loan
nursery kindergarten preschool creche daycare
babysitter childminder
guide leader escort
purse wallet
trousers pants
jumper sweater pullover jersey
trainers sneakers
tap faucet
hob stove cooker
bathtub bath tub
pool lido
balcony terrace patio
yard courtyard
basement cellar
attic loft
garage parking carport
corridor hallway stairwell staircase
stairs staircase steps
floor storey level
resident occupant tenant inhabitant
roommate flatmate
caretaker janitor concierge
kiln furnace oven
calm quiet rest silent silence
noisy noise loud
barbecue bbq grill grilling
rise prove proving
dessert pudding
seasoning spice pepper
stir mix whisk blend
chop slice dice
thaw defrost
leftover remaining leftovers
expire expiry expiration
raw uncooked
cake tart pie
biscuit cookie
sweets candy
aubergine eggplant
courgette zucchini
hike trek trail
ship boat ferry vessel cruise
captain skipper
customs duty
plug adaptor adapter
adapter adaptor
rucksack backpack
tent camping campsite
sleep overnight hotel accommodation
lodge lodging accommodation
gym fitness
sauna spa
referee umpire
squad team
champion winner
venue located
discard dispose
bid tender quotation
proposal motion
victory win
defeat lose
equipment gear kit
missing absent apology apologies
absent apology apologies
attendee attending
supplier vendor provider
builder contractor
postpone adjourn
arrears unpaid outstanding
spending expenditure expense
savings reserve
raffle tombola lottery
fair fete festival
stall booth stand
sponsor donor
charity donation
rota roster schedule
deputy vice substitute
apprentice trainee intern
payslip salary
probation trial
grievance complaint
bullying harassment
virus malware
obsolete deprecated
supported compatible
thermometer temperature
celsius degrees temperature
fahrenheit degrees temperature
humidity moisture damp
mould mold damp
corrosion rust
scratch dent
courier carrier delivery
parcel package
voltage volt
socket outlet connection
technician engineer mechanic electrician
hazardous dangerous
danger hazard hazardous dangerous
poison toxic poisonous
goggles eyewear
protective protection
sterile clean
specimen sample
deductible excess
compensation payout
dentist dental teeth tooth
therapy treatment
vaccine vaccination jab
fever temperature
unwell ill sick
abroad foreign overseas
beforehand advance
nearby near close
reception desk lobby
leash lead
puppy dog
kitten cat
beekeeper bee hive
hen chicken poultry
insect pest
compost manure fertiliser
soil earth topsoil
prune trim cut
watering irrigation
shed hut
loo toilet wc
labour work
lorry truck
motorbike motorcycle
petrol fuel
diesel fuel
brake braking
maintenance service servicing
inspection inspect check
licence license permit
duration length
peak busy
fully whole complete
surname lastname
cheque check
instalment installment
surcharge supplement extra
supplement extra
cloakroom wardrobe
locker storage
souvenir gift
crowd busy
rehearsal practice
choir sing singing
orchestra concert
exhibition exhibit
museum exhibition
guided tour
venue location place
located location
entrance door gate
exit door
elevator accessible
pram pushchair stroller buggy
highchair chair
toddler child
infant baby
adult grownup
pensioner senior
unemployed jobless
spouse partner
fiance partner
relative family
neighbour neighbourhood
landline telephone
typo error
expert specialist
consultant adviser
advisor adviser
mentor adviser
trustee board
shareholder owner
warehouse depot storage
available stock
shortage lack
faulty defect
packaging package
sustainable environment environmental
emission co2 carbon
solar sun
insulation insulated
tile tiled tiles
paint painted painting
curtain blind
mattress bed
duvet blanket
towel linen
detergent soap washing
sew stitch
zip zipper
refurbish renovate renewed
renovate modernise
bright light
`;
