package access

import (
	"math"
	"time"

	"axioma/internal/loyalty"
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
	AttemptFormAddress      AttemptKind = "form address"       // registrations, also those that are refused
	AttemptFormPhone        AttemptKind = "form phone"         // of one phone, from one network
	AttemptJoinStaffAddress AttemptKind = "join staff address" // customers who registered at one business, from an address where its staff is
	AttemptJoinAddress      AttemptKind = "join address"       // from another address
	AttemptJoinNetwork      AttemptKind = "join network"       // from the network of such addresses
	AttemptJoinStrangers    AttemptKind = "join strangers"     // messages for those from all such addresses
	AttemptJoinDay          AttemptKind = "join day"           // messages for those from everywhere
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
	AttemptMailedQR         AttemptKind = "mailed QR"        // to one e-mail, from whichever businesses
	AttemptUnprovedQR       AttemptKind = "unproved QR"      // to one that nobody proved
	AttemptUnprovedQRShop   AttemptKind = "unproved QR shop" // to such e-mails of one business
	AttemptQRMailedAgain    AttemptKind = "QR mailed again"  // of one customer, by whoever types the phone
	AttemptOwnPassword      AttemptKind = "own password"     // of a user who has signed in and replaces it
	AttemptOwnPasswordDay   AttemptKind = "own password day"
	AttemptProofAddress     AttemptKind = "proof address"  // codes to send from one's phone, and tickets
	AttemptProofCustomer    AttemptKind = "proof customer" // such codes of one customer
	AttemptChild            AttemptKind = "child"          // children that one guardian adds herself
	AttemptQRChange         AttemptKind = "qr change"      // of one customer, by herself
	AttemptBirthday         AttemptKind = "birthday"       // of one customer whose phone may be recycled
	AttemptResetAddress     AttemptKind = "reset address"  // links to choose another password, from one address
	AttemptResetNetwork     AttemptKind = "reset network"  // of one account, from one network
	AttemptResetAccount     AttemptKind = "reset account"  // of one account, from everywhere
	AttemptWithdrawCustomer AttemptKind = "withdraw customer"
	AttemptTriedMail        AttemptKind = "tried mail" // mails to one user that passwords are guessed, of the user's account or of others
)

// AttemptKinds are all of them.
func AttemptKinds() []AttemptKind {
	return []AttemptKind{
		AttemptSignInAddress, AttemptSignInNetwork, AttemptSignInAccount, AttemptSignInKnown, AttemptSignInKnownDay,
		AttemptCodeAddress, AttemptCodeNetwork, AttemptCodePhone, AttemptCodeKnown, AttemptCodeKnownDay,
		AttemptCheckAddress, AttemptCheckNetwork, AttemptCheckKnown, AttemptCheckKnownDay,
		AttemptFormAddress, AttemptFormPhone,
		AttemptJoinStaffAddress, AttemptJoinAddress, AttemptJoinNetwork, AttemptJoinStrangers, AttemptJoinDay, AttemptJoinMonth,
		AttemptFirstMessage, AttemptUnprovedCode,
		AttemptPhonesCode, AttemptNetworksCode, AttemptStrangersCode, AttemptStrangersNetwork, AttemptStrangersPhone, AttemptStrangersMonth,
		AttemptMailedCode, AttemptUnprovedMail, AttemptUnprovedAddress, AttemptUnprovedNetwork, AttemptUnprovedShop,
		AttemptMailedQR, AttemptUnprovedQR, AttemptUnprovedQRShop, AttemptQRMailedAgain,
		AttemptOwnPassword, AttemptOwnPasswordDay,
		AttemptProofAddress, AttemptProofCustomer, AttemptChild, AttemptQRChange, AttemptBirthday,
		AttemptResetAddress, AttemptResetNetwork, AttemptResetAccount, AttemptWithdrawCustomer, AttemptTriedMail,
	}
}

// AttemptLimit is how often something may be tried within a time that begins with
// the first attempt.
type AttemptLimit struct {
	Most   int64
	Within time.Duration
}

// Limit is how often a kind may be tried, but for registrations, of which each
// business has its own: RegistrationLimits.
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
	case AttemptProofCustomer, AttemptWithdrawCustomer:
		return AttemptLimit{10, time.Hour}
	case AttemptCodeNetwork, AttemptCodeKnown, AttemptFormPhone:
		return AttemptLimit{5, time.Hour}
	case AttemptResetAddress, AttemptResetAccount:
		return AttemptLimit{20, time.Hour}
	case AttemptResetNetwork:
		return AttemptLimit{5, time.Hour}
	case AttemptCodePhone, AttemptMailedCode:
		return AttemptLimit{30, 24 * time.Hour}
	case AttemptCheckNetwork, AttemptCheckKnown:
		return AttemptLimit{20, time.Hour}
	case AttemptChild:
		return AttemptLimit{loyalty.MaxChildren, 24 * time.Hour}
	case AttemptUnprovedCode, AttemptUnprovedMail, AttemptQRChange, AttemptBirthday, AttemptMailedQR:
		return AttemptLimit{5, 24 * time.Hour}
	case AttemptPhonesCode, AttemptNetworksCode: // counted for their order, not to refuse
		return AttemptLimit{math.MaxInt32, loyalty.CodeLifetime}
	case AttemptUnprovedAddress:
		return AttemptLimit{15, 24 * time.Hour}
	case AttemptUnprovedNetwork:
		return AttemptLimit{40, 24 * time.Hour}
	case AttemptUnprovedShop, AttemptUnprovedQRShop:
		return AttemptLimit{60, 24 * time.Hour}
	case AttemptQRMailedAgain:
		return AttemptLimit{1, loyalty.QRResendInterval}
	case AttemptTriedMail:
		return AttemptLimit{1, 24 * time.Hour}
	case AttemptFirstMessage, AttemptUnprovedQR:
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

// StaffAddressLife is how long an address counts as one of the staff after one of them
// has called from it: a shop that closes in the evening has it in the morning.
const StaffAddressLife = 24 * time.Hour

// The messages of a day for customers who registered by a shop's form: more than its
// chairs bring, and fewer than a new business may send.
const (
	mostRegistrations   = 120
	fewestRegistrations = 20
)

// StrangersCodes are how many codes leave to devices that are not known: half of what the
// business may send in a day and in a month, rounded up, and from one network two thirds of
// the day's, and to phones that nobody proved half of it. So customers on their own devices get theirs, however many others ask.
func StrangersCodes(l loyalty.WhatsAppLimits) map[AttemptKind]AttemptLimit {
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

// The registrations of a day from one address at which no staff is signed in: more than a
// household brings.
const (
	mostFromAddress    = 10
	fewestFromAddress  = 4
	addressesOfNetwork = 3
)

// RegistrationLimits are the limits of one business for customers who register without the
// staff, in a day and in thirty days.
//
// From an address where its staff is signed in, two thirds of a day may register: the
// shop's customers share its line. From any other address few may, and not many more from
// its network. These limits refuse. The limits of the strangers, the day and the month only
// say how many get a message: at most half of what the business may send, and half of that
// for registrations from other addresses. Past them customers register without a message.
func RegistrationLimits(l loyalty.WhatsAppLimits) map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	aDay, aMonth := int64(mostRegistrations), int64(30*mostRegistrations)
	if l.Enabled {
		aDay = max(min(aDay, l.DailyCap/2), fewestRegistrations)
		aMonth = max(min(aMonth, l.MonthlyCap/2), 5*fewestRegistrations)
	}
	fromAddress := max(min(aDay/12, mostFromAddress), fewestFromAddress)
	return map[AttemptKind]AttemptLimit{
		AttemptJoinStaffAddress: {max(aDay*2/3, fewestRegistrations), day},
		AttemptJoinAddress:      {fromAddress, day},
		AttemptJoinNetwork:      {fromAddress * addressesOfNetwork, day},
		AttemptJoinStrangers:    {aDay / 2, day},
		AttemptJoinDay:          {aDay, day},
		AttemptJoinMonth:        {aMonth, 30 * day},
	}
}
