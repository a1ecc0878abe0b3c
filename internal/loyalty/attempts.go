package loyalty

import (
	"math"
	"time"
)

// AttemptKind is what strangers may attempt only so often.
type AttemptKind string

// What is counted, and by whom. A network is wider than an address: whoever is
// after one account changes the address within it.
const (
	AttemptSignInAddress    AttemptKind = "sign-in address"
	AttemptSignInNetwork    AttemptKind = "sign-in network" // of one account, from one network
	AttemptSignInAccount    AttemptKind = "sign-in account" // of one account, from everywhere
	AttemptSignInKnown      AttemptKind = "sign-in known"   // of one account, from a device that has signed in to it before
	AttemptSignInKnownDay   AttemptKind = "sign-in known day"
	AttemptCodeAddress      AttemptKind = "code address"
	AttemptCodeNetwork      AttemptKind = "code network" // to one phone, from one network
	AttemptCodePhone        AttemptKind = "code phone"   // to one phone, from everywhere
	AttemptCodeKnown        AttemptKind = "code known"   // to one phone, from a device that has signed in with it before
	AttemptCodeKnownDay     AttemptKind = "code known day"
	AttemptCheckAddress     AttemptKind = "check address"
	AttemptCheckNetwork     AttemptKind = "check network"
	AttemptCheckKnown       AttemptKind = "check known"
	AttemptCheckKnownDay    AttemptKind = "check known day"
	AttemptFormAddress      AttemptKind = "form address" // registrations, also those that are refused
	AttemptFormPhone        AttemptKind = "form phone"   // of one phone, from one network
	AttemptJoinAddress      AttemptKind = "join address" // customers who registered at one business, from one address
	AttemptJoinDay          AttemptKind = "join day"     // at one business, from everywhere
	AttemptJoinMonth        AttemptKind = "join month"
	AttemptFirstMessage     AttemptKind = "first message"    // to one phone that nobody proved, from whichever businesses
	AttemptUnprovedCode     AttemptKind = "unproved code"    // to such a phone
	AttemptPhonesCode       AttemptKind = "codes of phone"   // codes to one phone or e-mail that may still hold
	AttemptNetworksCode     AttemptKind = "codes of network" // such codes of one business, asked for from one network
	AttemptStrangersCode    AttemptKind = "stranger code"    // codes of one business in a day, to devices that are not known
	AttemptStrangersNetwork AttemptKind = "stranger network" // such codes from one network
	AttemptStrangersPhone   AttemptKind = "stranger phone"   // such codes to phones that nobody proved
	AttemptStrangersMonth   AttemptKind = "stranger month"   // such codes in a month
	AttemptMailedCode       AttemptKind = "mailed code"      // to one e-mail, from whichever businesses
	AttemptUnprovedMail     AttemptKind = "unproved mail"    // to one that nobody proved, for one phone, from one network
	AttemptUnprovedAddress  AttemptKind = "unproved address" // to such an e-mail, from everywhere
	AttemptUnprovedNetwork  AttemptKind = "unproved network" // to such e-mails of one business, from one network
	AttemptUnprovedShop     AttemptKind = "unproved shop"    // to such e-mails of one business, from everywhere
	AttemptOwnPassword      AttemptKind = "own password"     // of a user who has signed in and replaces it
	AttemptOwnPasswordDay   AttemptKind = "own password day"
	AttemptProofAddress     AttemptKind = "proof address"  // codes to send from one's phone, and tickets
	AttemptProofCustomer    AttemptKind = "proof customer" // such codes of one customer
	AttemptChild            AttemptKind = "child"          // children that one guardian adds herself
	AttemptQRChange         AttemptKind = "qr change"      // of one customer, by herself
	AttemptWithdrawAddress  AttemptKind = "withdraw address"
	AttemptWithdrawCustomer AttemptKind = "withdraw customer"
)

// AttemptKinds are all of them.
func AttemptKinds() []AttemptKind {
	return []AttemptKind{
		AttemptSignInAddress, AttemptSignInNetwork, AttemptSignInAccount, AttemptSignInKnown, AttemptSignInKnownDay, AttemptCodeAddress,
		AttemptCodeNetwork, AttemptCodePhone, AttemptCodeKnown, AttemptCodeKnownDay, AttemptCheckAddress, AttemptCheckNetwork,
		AttemptCheckKnown, AttemptCheckKnownDay, AttemptFormAddress, AttemptFormPhone, AttemptJoinAddress, AttemptJoinDay,
		AttemptJoinMonth, AttemptFirstMessage, AttemptUnprovedCode, AttemptPhonesCode, AttemptNetworksCode, AttemptStrangersCode,
		AttemptStrangersNetwork, AttemptStrangersPhone, AttemptStrangersMonth, AttemptMailedCode, AttemptUnprovedMail, AttemptUnprovedAddress,
		AttemptUnprovedNetwork, AttemptUnprovedShop, AttemptOwnPassword, AttemptOwnPasswordDay, AttemptProofAddress,
		AttemptProofCustomer, AttemptChild, AttemptQRChange, AttemptWithdrawAddress, AttemptWithdrawCustomer,
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
	case AttemptSignInKnownDay, AttemptOwnPasswordDay:
		return AttemptLimit{30, 24 * time.Hour}
	case AttemptCodeKnownDay:
		return AttemptLimit{15, 24 * time.Hour}
	case AttemptCheckKnownDay:
		return AttemptLimit{40, 24 * time.Hour}
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
	case AttemptUnprovedCode, AttemptUnprovedMail, AttemptQRChange:
		return AttemptLimit{5, 24 * time.Hour}
	case AttemptPhonesCode, AttemptNetworksCode: // counted for their order, not to refuse
		return AttemptLimit{math.MaxInt32, CodeLifetime}
	case AttemptUnprovedAddress:
		return AttemptLimit{15, 24 * time.Hour}
	case AttemptUnprovedNetwork:
		return AttemptLimit{40, 24 * time.Hour}
	case AttemptUnprovedShop:
		return AttemptLimit{60, 24 * time.Hour}
	case AttemptFirstMessage:
		return AttemptLimit{3, 24 * time.Hour}
	}
	return AttemptLimit{60, 10 * time.Minute} // a shop's customers share its address
}

// SignInsTold are the attempts on one account within the time of their limit of which
// people are told: more than a person makes who has forgotten a password.
const SignInsTold = 10

// ToldAt is the number of attempts of a kind at which the account's owner and those who
// manage the account are told; 0: never.
func (k AttemptKind) ToldAt() int64 {
	switch k {
	case AttemptSignInAccount, AttemptSignInKnownDay, AttemptOwnPasswordDay:
		return SignInsTold
	}
	return 0
}

// TriedFor is how long it is told that an account was tried.
const TriedFor = 7 * 24 * time.Hour

// The registrations of a day that a shop's form takes: more than its chairs
// bring, and fewer than the messages that a new business may send.
const (
	mostRegistrations   = 120
	fewestRegistrations = 20
)

// StrangersCodes are how many codes leave to devices that are not known: half of what the
// business may send in a day and in a month, rounded up, and from one network two thirds of
// the day's, and to phones that nobody proved half of it. So customers on their own devices get theirs, however many others ask.
func (l WhatsAppLimits) StrangersCodes() map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	half := func(most int64) int64 { return (most + 1) / 2 }
	// The keys name the day and the month. The longest day of a clock has 25 hours.
	return map[AttemptKind]AttemptLimit{
		AttemptStrangersCode:    {half(l.DailyCap), day + time.Hour},
		AttemptStrangersNetwork: {max(half(l.DailyCap)*2/3, 1), day + time.Hour},
		AttemptStrangersPhone:   {half(half(l.DailyCap)), day + time.Hour},
		AttemptStrangersMonth:   {half(l.MonthlyCap), 32 * day},
	}
}

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
