// Irregular English forms that stemmers do not unify: the three forms of a verb, the plural of a noun. Verbs with
// little meaning in a question, such as `give` and `find`, are left out, and so is `written`, which usually asks
// about the form of a text.

export const IRREGULAR = `
arise arose arisen
awake awoke awoken
bear bore borne
beat beaten
become became
begin began begun
bend bent
bind bound
bite bit bitten
blow blew blown
break broke
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
fly flew flown
forbid forbade forbidden
forget forgot forgotten
freeze froze frozen
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
lead led
learn learnt
leave left
lend lent
lose lost
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
seek sought
sell sold
send sent
shake shook shaken
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
swear swore sworn
swim swam swum
teach taught
tear tore torn
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
win won
withdraw withdrew withdrawn
write wrote
child children
foot feet
man men
mouse mice
person people
tooth teeth
woman women
knife knives
wife wives
life lives
half halves
heavy heavier heaviest
`;
