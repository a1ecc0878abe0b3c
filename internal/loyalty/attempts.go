package loyalty

import "time"

// AttemptKind is what strangers may attempt only so often.
type AttemptKind string

// What is counted, and by whom. A network is wider than an address: whoever is
// after one account changes the address within it.
const (
	AttemptSignInAddress    AttemptKind = "sign-in address"
	AttemptSignInNetwork    AttemptKind = "sign-in network" // of one account, from one network
	AttemptSignInAccount    AttemptKind = "sign-in account" // of one account, from everywhere
	AttemptSignInKnown      AttemptKind = "sign-in known"   // of one account, from a device that has signed in to it before
	AttemptCodeAddress      AttemptKind = "code address"
	AttemptCodeNetwork      AttemptKind = "code network" // to one phone, from one network
	AttemptCodePhone        AttemptKind = "code phone"   // to one phone, from everywhere
	AttemptCodeKnown        AttemptKind = "code known"   // to one phone, from a device that has signed in with it before
	AttemptCheckAddress     AttemptKind = "check address"
	AttemptCheckNetwork     AttemptKind = "check network"
	AttemptCheckKnown       AttemptKind = "check known"
	AttemptFormAddress      AttemptKind = "form address" // registrations, also those that are refused
	AttemptFormPhone        AttemptKind = "form phone"   // of one phone, from one network
	AttemptJoinAddress      AttemptKind = "join address" // customers who registered at one business, from one address
	AttemptJoinDay          AttemptKind = "join day"     // at one business, from everywhere
	AttemptJoinMonth        AttemptKind = "join month"
	AttemptFirstMessage     AttemptKind = "first message"    // to one phone that nobody proved, from whichever businesses
	AttemptUnprovedCode     AttemptKind = "unproved code"    // to such a phone
	AttemptMailedCode       AttemptKind = "mailed code"      // to one e-mail, from whichever businesses
	AttemptUnprovedMail     AttemptKind = "unproved mail"    // to one that nobody proved, for one phone, from one network
	AttemptUnprovedAddress  AttemptKind = "unproved address" // to such an e-mail, from everywhere
	AttemptUnprovedNetwork  AttemptKind = "unproved network" // to such e-mails of one business, from one network
	AttemptUnprovedShop     AttemptKind = "unproved shop"    // to such e-mails of one business, from everywhere
	AttemptMailedQR         AttemptKind = "mailed QR"        // to one e-mail, from whichever businesses
	AttemptUnprovedQR       AttemptKind = "unproved QR"      // to one that nobody proved
	AttemptUnprovedQRShop   AttemptKind = "unproved QR shop" // to such e-mails of one business
	AttemptQRMailedAgain    AttemptKind = "QR mailed again"  // of one customer, by whoever types the phone
	AttemptOwnPassword      AttemptKind = "own password"     // of a user who has signed in and replaces it
	AttemptProofAddress     AttemptKind = "proof address"    // codes to send from one's phone, and tickets
	AttemptProofCustomer    AttemptKind = "proof customer"   // such codes of one customer
	AttemptChild            AttemptKind = "child"            // children that one guardian adds herself
	AttemptQRChange         AttemptKind = "qr change"        // of one customer, by herself
	AttemptWithdrawAddress  AttemptKind = "withdraw address"
	AttemptWithdrawCustomer AttemptKind = "withdraw customer"
)

// AttemptKinds are all of them.
func AttemptKinds() []AttemptKind {
	return []AttemptKind{
		AttemptSignInAddress, AttemptSignInNetwork, AttemptSignInAccount, AttemptSignInKnown,
		AttemptCodeAddress, AttemptCodeNetwork, AttemptCodePhone, AttemptCodeKnown,
		AttemptCheckAddress, AttemptCheckNetwork, AttemptCheckKnown,
		AttemptFormAddress, AttemptFormPhone, AttemptJoinAddress, AttemptJoinDay, AttemptJoinMonth,
		AttemptFirstMessage, AttemptUnprovedCode,
		AttemptMailedCode, AttemptUnprovedMail, AttemptUnprovedAddress, AttemptUnprovedNetwork, AttemptUnprovedShop,
		AttemptMailedQR, AttemptUnprovedQR, AttemptUnprovedQRShop, AttemptQRMailedAgain, AttemptOwnPassword,
		AttemptProofAddress, AttemptProofCustomer, AttemptChild, AttemptQRChange, AttemptWithdrawAddress, AttemptWithdrawCustomer,
	}
}

// AttemptLimit is how often something may be tried within a time that begins with
// the first attempt.
type AttemptLimit struct {
	Most   int64
	Within time.Duration
}

// Limit is how often a kind may be tried, but for registrations, of which each
// business has its own: WhatsAppLimits.Registrations.
func (k AttemptKind) Limit() AttemptLimit {
	switch k {
	case AttemptSignInAddress:
		return AttemptLimit{60, 5 * time.Minute}
	case AttemptSignInNetwork:
		return AttemptLimit{10, 15 * time.Minute}
	case AttemptSignInAccount:
		return AttemptLimit{150, time.Hour}
	case AttemptSignInKnown, AttemptOwnPassword:
		return AttemptLimit{10, 5 * time.Minute}
	case AttemptProofCustomer, AttemptWithdrawAddress, AttemptWithdrawCustomer:
		return AttemptLimit{10, time.Hour}
	case AttemptCodeNetwork, AttemptCodeKnown, AttemptFormPhone:
		return AttemptLimit{5, time.Hour}
	case AttemptCodePhone, AttemptMailedCode:
		return AttemptLimit{30, 24 * time.Hour}
	case AttemptCheckNetwork, AttemptCheckKnown:
		return AttemptLimit{20, time.Hour}
	case AttemptChild:
		return AttemptLimit{MaxChildren, 24 * time.Hour}
	case AttemptUnprovedCode, AttemptUnprovedMail, AttemptQRChange, AttemptMailedQR:
		return AttemptLimit{5, 24 * time.Hour}
	case AttemptUnprovedAddress:
		return AttemptLimit{15, 24 * time.Hour}
	case AttemptUnprovedNetwork:
		return AttemptLimit{40, 24 * time.Hour}
	case AttemptUnprovedShop, AttemptUnprovedQRShop:
		return AttemptLimit{60, 24 * time.Hour}
	case AttemptQRMailedAgain:
		return AttemptLimit{1, QRAgain}
	case AttemptFirstMessage, AttemptUnprovedQR:
		return AttemptLimit{3, 24 * time.Hour}
	}
	return AttemptLimit{60, 10 * time.Minute} // a shop's customers share its address
}

// SignInsTold are the attempts on one account, from devices on which nobody has
// signed in to it, of which its owner is told: more than a person makes who has
// forgotten her password.
const SignInsTold = 10

// TriedFor is how long it is told that an account was tried.
const TriedFor = 7 * 24 * time.Hour

// The registrations of a day that a shop's form takes: more than its chairs
// bring, and fewer than the messages that a new business may send.
const (
	mostRegistrations   = 120
	fewestRegistrations = 20
)

// Registrations are how many customers may register themselves at a business in
// a day from one address, in a day and in thirty days: at most for half of the
// messages that it may send, of which each takes one. One address alone leaves a
// third of a day to the others. The staff register whoever comes after them.
func (l WhatsAppLimits) Registrations() map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	aDay, aMonth := int64(mostRegistrations), int64(30*mostRegistrations)
	if l.Enabled {
		aDay = max(min(aDay, l.DailyCap/2), fewestRegistrations)
		aMonth = max(min(aMonth, l.MonthlyCap/2), 5*fewestRegistrations)
	}
	return map[AttemptKind]AttemptLimit{
		AttemptJoinAddress: {aDay * 2 / 3, day}, AttemptJoinDay: {aDay, day}, AttemptJoinMonth: {aMonth, 30 * day},
	}
}
