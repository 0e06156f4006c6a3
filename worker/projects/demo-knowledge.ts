/** The demo shop's pages: long enough that the demo agents have to search them. Their paths lead to the demo page. */
export const DEMO_SOURCES: readonly { title: string; path: string; text: string }[] = [
  {
    title: "Our coffee",
    path: "/#coffee",
    text: `# The four blends

## Breakwater
Breakwater is our dark roast, made for espresso and for moka pots. It tastes of chocolate and toasted hazelnut, with a little smoke. A bag of 250 g costs € 11.50. It is a blend of beans from Brazil and Sumatra, and it is the one that we drink ourselves on cold mornings.

## Tideline
Tideline is our medium roast, good in any pot. It tastes of plum and cocoa nibs, long and soft. A bag of 250 g costs € 12.00. The beans come from Guatemala and Colombia. Take this one if you do not know which to choose.

## First Light
First Light is our light roast, made for filter coffee, and the one that is fruity: it tastes of bergamot, apricot and honey on toast. A bag of 250 g costs € 13.00. All of its beans come from one cooperative of women in Sidama, Ethiopia.

## Slack Water
Slack Water is our decaf. Its caffeine is taken out with sugar cane and water, without solvents from a factory. It tastes of caramel and baked apple. A bag of 250 g costs € 12.50.

# Whole or ground
You get each bag whole, or ground for your pot: espresso, moka, filter, French press or cold brew. Say which when you order. Ground coffee is at its best for two weeks, whole beans for two months. Do not keep it in the fridge: a cool, dark cupboard and the closed bag are better.

# Allergies
Our coffee is only coffee: there is no milk, no nut, no gluten and no flavouring in any blend. The hazelnut in Breakwater is a taste of the roast, not a nut.`,
  },
  {
    title: "Delivery and returns",
    path: "/#help",
    text: `# Delivery

## When it is sent
We roast every Tuesday and post every Wednesday. An order that reaches us before Monday at noon goes into that week's roast; a later one goes into the next. Parcels take two working days inland and up to five days to the islands.

## What postage costs
Postage is € 4.90 for one bag. From two bags on it is free, to every address in the country. To neighbouring countries it is € 9.50, free from six bags on. We do not ship further than that, since the coffee would be old when it arrives.

## Following a parcel
On Wednesday evening you get an email with the parcel's number. If nothing has come by Saturday, write to us: we look for it, and send another bag if it is lost.

# Returns and refunds
You may send an unopened bag back within 30 days, and we refund what you paid, postage included. If you do not like what you tried, tell us why: you get another blend once, free of charge. Bags that arrive torn are replaced at once; a picture is enough.

# Paying
You can pay by card, by bank transfer or by invoice for companies. We do not store card numbers. In the shop on the pier we take cash and cards.`,
  },
  {
    title: "Visit the roastery",
    path: "/#visit",
    text: `# Where we are
The roastery is the red-brick shed with the crooked chimney at the end of Pier 4 on the Old Quay. Ring the ship's bell if the door is shut: we are at the drum then.

# Opening hours
We are closed on Monday. On Tuesday we roast from 7 to 13 o'clock, and you may watch. From Wednesday to Friday we are open from 7 to 18, on Saturday from 8 to 18 and on Sunday from 9 to 15 o'clock.

# Parking and public transport
There is no parking on the pier itself. Park at the fish market, which is free on weekends and costs € 1 an hour on other days; it is four minutes on foot from there. Tram 6 stops at Old Quay every ten minutes. Bicycles can be locked to the old crane.

# Dogs, gulls and wheelchairs
Dogs are welcome, gulls are not. The door has a ramp, and the table by the window is at a good height for a wheelchair. The toilet has two steps: ask us for the one at the harbour office, which has none.

# Tours and tastings
Every Saturday at 11 there is a tasting of all four blends. It takes an hour, costs € 15 with a bag to take home, and there is room for eight people. Book it by email or at the counter. Schools come on Thursdays, free of charge.`,
  },
  {
    title: "Subscriptions and gifts",
    path: "/#help",
    text: `# Subscription
With a subscription you get one, two or four bags every two weeks or every month, ten per cent cheaper than single bags and always without postage. You choose one blend, or let us choose: then you get what came out of the drum best that week. You can pause it, change it or end it until the Monday before the next roast, without any reason and without any fee.

# Gifts
A gift box holds three bags of your choice and a card with your own words, written by hand; it costs € 36. A gift subscription runs for three, six or twelve months and ends by itself. Vouchers come by email in any amount from € 10 and are good for three years.

# Cafés and offices
Cafés and offices get bags of 1 kg and prices for companies from 5 kg a month on. We lend a grinder to those who take 10 kg, and we come by twice a year to set it. Write to us how much you drink and we send an offer within two days.`,
  },
  {
    title: "Making good coffee",
    path: "/#coffee",
    text: `# Espresso
Use 18 g of Breakwater for a double espresso, ground fine. Water of 93 degrees, 9 bar, and 28 seconds for 36 g in the cup. If it tastes sour, grind finer; if it tastes bitter, grind coarser.

# Filter
Use 60 g of First Light for one litre of water, ground like coarse sand. Pour over a little water just off the boil, wait for 40 seconds, then pour the rest slowly within three minutes. Rinse the paper first.

# French press
Use 65 g of Tideline for one litre, ground coarse. Pour on water of 95 degrees, stir after a minute, press after four. Pour it out at once, or it gets bitter.

# Moka pot
Fill the lower part with hot water up to the valve, fill the sieve without pressing, and take the pot off the stove when it begins to hiss. Breakwater and Tideline both suit it.

# Cold brew
Steep 100 g of coarsely ground Tideline in one litre of cold water for 14 hours in the fridge, then strain it. It keeps for five days.

# Water
If your water is hard, filter it: lime hides the fruit of a light roast. Clean the pot with hot water only, and the grinder with a dry brush once a month.`,
  },
  {
    title: "Who we are",
    path: "/#visit",
    text: `# Our story
Harbour Coffee Roasters began in 1987, when the fishmonger's daughter Marit put a drum roaster where the nets had been. Her children Ole and Ines roast today, on the same drum, which is older than their boat. Five people work here, and one cat, Bosun, who does not.

# Where our beans come from
Our beans come from Brazil, Guatemala, Colombia, Ethiopia and Sumatra. We buy from eleven farms and cooperatives there, most of them for more than ten years, and pay at least a third above the price of fair trade. What we paid for each harvest hangs on the wall of the shop. The sacks come by sailing ship where the wind allows, which is twice a year.

# The planet
The drum is heated with wood gas from the island's forest, the bags are made of paper and can go into the compost, and coffee grounds from the shop feed the mushrooms of our neighbour.

# Contact
Write to ahoy@harbour-coffee.example or call between 9 and 12 on weekdays. We answer within one working day. For press pictures and recipes ask for Ines.`,
  },
  {
    title: "Machines, courses and questions",
    path: "/#help",
    text: `# Machines and repairs
We sell three machines that we would buy again ourselves: the small lever machine for € 690, the hand grinder for € 119 and the enamel pot for filter coffee for € 48. You may try all of them at the counter, with any blend. Machines have a guarantee of two years. After that we still repair what we sold: Ole looks at it on Thursdays, and tells you the price before he begins. Bring the drip tray too, it is always the drip tray. We do not repair machines that were bought elsewhere, but the workshop behind the sailmaker's does.

# Courses
On the first Sunday of the month there is a course for beginners, from 15 to 17 o'clock. You learn to grind, to dose and to steam milk, and drink more coffee than is good for you. It costs € 45, with a bag to take home, and there is room for six. The course for advanced drinkers is about roasting: you roast 500 g of green coffee on the sample roaster and take it with you. It costs € 90 and takes a whole Tuesday morning. You can move a booked course to another date until two days before.

# Jobs
We look for help at the counter on weekends, from May to September. You need not know anything about coffee, but you should like getting up early. Write to us with a few lines about yourself; a photograph is not needed. Apprentices begin in August and learn for three years.

# Lost things and complaints
What was left in the shop is kept in the blue chest for three months. If something went wrong, tell Ines: she is in the shop on Wednesdays and Fridays, and answers every letter herself. If you cannot agree with us, the arbitration board of the harbour town hears both sides free of charge.`,
  },
];
