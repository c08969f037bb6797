// English words that mean nearly the same in a question and in its answer, so that “cost” finds a fee without a model.
import { ENGLISH } from '../language.ts';

/** A word found by one of its neighbours here counts this share of the word itself. */
export const SYNONYM_CERTAINTY = 0.75;

/** Each line is a group. Only words that stand for each other in most manuals, contracts and handbooks. */
const GROUPS = `
cost price fee charge
cost expense
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
forbid prohibit
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
pet dog cat animal
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
`;

const SYNONYMS: ReadonlyMap<string, readonly string[]> = read();

function read(): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const stems = line.split(' ').map((word) => ENGLISH.stem(word, word));
    for (const stem of stems) {
      const known = found.get(stem) ?? new Set<string>();
      for (const other of stems) if (other !== stem) known.add(other);
      found.set(stem, known);
    }
  }
  return new Map([...found].map(([stem, others]) => [stem, [...others]]));
}

/** Stems that nearly mean the same as this one. */
export function synonymsOf(stem: string): readonly string[] {
  return SYNONYMS.get(stem) ?? [];
}
