// English words with nearly the same meaning in a question and its answer. Each line is a group of words that are
// interchangeable in most manuals, contracts and handbooks.

export const ENGLISH_SYNONYMS = `
cost price fee charge
initialize initialise init create
kill terminate cancel abort
compare diff
unpack extract unzip decompress
broadband internet
sublet sublease
query statement
remote network
cost expense
ui interface gui
pay payment salary wage
pay charge
delete remove erase drop
uninstall remove
create make new add
add append insert
change modify edit update alter
rename move
install installation setup
start begin launch run
run execute
stop end quit terminate halt
terminate cancel termination cancellation
quit exit leave
resign quit
vacation holiday leave
sick illness ill
allow permit
forbid prohibit disallow
forbidden prohibited disallowed
maximum limit most max
minimum least min
default standard
fast quick speed performance
slow performance
error failure exception
fail failure
bug defect
folder directory
file document
picture image photo
show display print
display list
find search look
choose select pick
turn enable activate
disable deactivate
send submit
receive get
buy purchase
sell sale
phone telephone
mail email
employee staff worker
boss manager supervisor
company employer
tenant lessee renter
landlord lessor owner
rent lease
contract agreement
client customer
refund reimburse reimbursement
guarantee warranty
damage harm
deposit bond
deadline due
late overdue delay
arrive delivery
ship shipment delivery
author writer
wrote author written
version release
upgrade update
password passphrase
login sign
sort order
convert transform
combine merge join
split divide
compare difference
copy duplicate clone
undo revert
restore recover
backup copy
save store
download fetch
connect connection
argument parameter
option setting flag
configure configuration setting config
function method
list array
dictionary map
string text
integer number
loop iterate iteration
thread concurrency
test check verify
check validate verify
empty blank null
big large size
small little
duration length
weekly week
monthly month
yearly annual year
home remote
work job
parent mother father maternity paternity
child children kid
travel trip journey
hotel accommodation
meal food
car vehicle
computer laptop machine device
team group
meeting appointment
train training course
question query
result finding outcome
method approach technique
dataset data
study trial experiment research paper
participant subject volunteer
fund finance sponsor
limitation weakness
recommend suggest advise
explain explanation reason
mileage mile
steal stolen theft lost
leak breach incident
holiday vacation off
entitlement allowance
post postage shipping
phone telephone extension
open start
sign signature
pet animal
pet dog
pet cat
repair fix mend
keep store kept
dirty rebuild outdated
escape literal
flat apartment
untrusted sandbox isolate
risk danger drawback caveat
several multiple many
destination target
uppercase capital
benchmark fast performance
taxi cab travel transport
small minor
large major
compliant compatible compatibility conform
disable prevent
fine penalty
landlord owner
end expire
obligation duty
holiday vacation leave
illness sick
spend expense cost limit budget
owe due debt outstanding unpaid
earn salary wage pay
heavy weight weigh
tall height
high height
long length duration
wide width
deep depth
old age
hot warm temperature
cold temperature
expensive price cost
cheap price cost
far distance
react respond response reaction
reply respond response answer
cap limit maximum
own owner belong
own right
responsible charge contact owner
responsible manage
boss lead leader
doctor medical physician
certificate note
child kid baby
bike bicycle
shop store
illness disease
fire dismiss dismissal termination
quit leave termination
hire recruit recruitment
raise increase
reduce decrease lower cut
discount reduction
rebate discount
complain complaint
complaint claim
broken defect damaged faulty
leak drip
smell odour odor
clean wash rinse
wash laundry
cook bake
oven bake
park parking
entry admission entrance
ticket admission
open opening
open pending outstanding hold
open new
open packed processing unpaid
done finished completed closed
close closing shut closed
bring carry take
replace exchange swap
guest visitor
student pupil
instructor teacher trainer
phone mobile smartphone
computer pc
attend participate attendance
absent missing absence
postpone move delay defer
decide decision agree
task action todo
penalty fine charge
late overdue
interest rate
confidential secret secrecy
law jurisdiction governing
court jurisdiction
insurance insured cover
eligible entitled qualify
apply application request
approve approval consent permission
reject decline refuse deny
valid validity expire
renew renewal extend extension
break pause rest
lunch meal
overtime extra
shift schedule
pregnant maternity
birth newborn
wedding marriage
retire retirement pension
bonus award
subcontractor contractor
invoice bill
reimburse expense claim paid repay
private privacy confidential secret
secure security safe safety
internet network web online
breach break violate violation
slow speed pace
website site
human personnel staff
theme look appearance
theme dark light
development dev
mobile phone
format type
fast pace
money price cost
teach train
fund pay finance
warning reminder
govern apply governing
cheapest price cost
usa states america american
uk kingdom britain british
due payable pay
`;
