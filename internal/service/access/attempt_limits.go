package access

import (
	"math"
	"time"

	"axioma/internal/loyalty"
)

// AttemptKind is a kind of limited attempt by strangers.
type AttemptKind string

// The kinds and what they are counted by. An attacker can change the address within a network.
const (
	AttemptSignInAddress          AttemptKind = "sign-in address"
	AttemptSignInNetwork          AttemptKind = "sign-in network" // of one account, from one network
	AttemptSignInAccount          AttemptKind = "sign-in account" // of one account, from everywhere
	AttemptSignInKnown            AttemptKind = "sign-in known"   // of one account, from a device that signed in to it before
	AttemptSignInKnownDay         AttemptKind = "sign-in known day"
	AttemptCodeAddress            AttemptKind = "code address"
	AttemptCodeNetwork            AttemptKind = "code network" // to one phone, from one network
	AttemptCodePhone              AttemptKind = "code phone"   // to one phone, from everywhere
	AttemptCodeKnown              AttemptKind = "code known"   // to one phone, from a device that signed in with it before
	AttemptCodeKnownDay           AttemptKind = "code known day"
	AttemptCheckAddress           AttemptKind = "check address"
	AttemptCheckNetwork           AttemptKind = "check network"
	AttemptCheckKnown             AttemptKind = "check known"
	AttemptCheckKnownDay          AttemptKind = "check known day"
	AttemptFormAddress            AttemptKind = "form address"             // registrations, also refused ones
	AttemptFormPhone              AttemptKind = "form phone"               // of one phone, from one network
	AttemptRegisterStaffAddress   AttemptKind = "register staff address"   // registrations at one business, from an address of its staff
	AttemptRegisterAddress        AttemptKind = "register address"         // from another address
	AttemptRegisterNetwork        AttemptKind = "register network"         // from the network of such addresses
	AttemptRegisterStrangers      AttemptKind = "register unknown devices" // messages for those, from all such addresses
	AttemptRegisterDay            AttemptKind = "register day"             // messages for registrations, from everywhere
	AttemptRegisterMonth          AttemptKind = "register month"
	AttemptFirstMessage           AttemptKind = "first message"             // to one unverified phone, from all businesses
	AttemptUnverifiedCode         AttemptKind = "unverified code"           // to an unverified phone
	AttemptCodeOfPhone            AttemptKind = "codes of phone"            // codes to one phone or e-mail within their lifetime
	AttemptCodeOfNetwork          AttemptKind = "codes of network"          // such codes of one business, requested from one network
	AttemptUnknownDeviceCode      AttemptKind = "unknown device code"       // codes of one business in a day, to unknown devices
	AttemptUnknownDeviceNetwork   AttemptKind = "unknown device network"    // such codes from one network
	AttemptUnknownDeviceBusy      AttemptKind = "unknown device busy"       // such codes from networks with some already
	AttemptUnknownDeviceBusyPhone AttemptKind = "unknown device busy phone" // such codes of those networks to unverified phones
	AttemptUnknownDevicePhone     AttemptKind = "unknown device phone"      // such codes to unverified phones
	AttemptUnknownDeviceMonth     AttemptKind = "unknown device month"      // such codes in a month
	AttemptMailedCode             AttemptKind = "mailed code"               // to one e-mail, from all businesses
	AttemptUnverifiedMail         AttemptKind = "unverified mail"           // to an unverified one, for one phone, from one network
	AttemptUnverifiedAddress      AttemptKind = "unverified address"        // to such an e-mail, from everywhere
	AttemptUnverifiedNetwork      AttemptKind = "unverified network"        // to such e-mails of one business, from one network
	AttemptUnverifiedBusiness     AttemptKind = "unverified shop"           // to such e-mails of one business, from everywhere
	AttemptMailedQR               AttemptKind = "mailed QR"                 // to one e-mail, from all businesses
	AttemptUnverifiedQR           AttemptKind = "unverified QR"             // to an unverified one
	AttemptUnverifiedQRBusiness   AttemptKind = "unverified QR shop"        // to such e-mails of one business
	AttemptQRResend               AttemptKind = "QR mailed again"           // of one customer, requested by the form
	AttemptOwnPassword            AttemptKind = "own password"              // of a signed-in user who replaces it
	AttemptOwnPasswordDay         AttemptKind = "own password day"
	AttemptSecondFactor           AttemptKind = "second factor" // codes of one account, after its password
	AttemptSecondFactorDay        AttemptKind = "second factor day"
	AttemptProofAddress           AttemptKind = "proof address"  // codes to send from the phone, and tickets
	AttemptProofCustomer          AttemptKind = "proof customer" // such codes of one customer
	AttemptChild                  AttemptKind = "child"          // children that one guardian adds
	AttemptQRChange               AttemptKind = "qr change"      // by the customer
	AttemptBirthday               AttemptKind = "birthday"       // of one customer whose phone may be recycled
	AttemptResetAddress           AttemptKind = "reset address"  // password reset links, from one address
	AttemptResetNetwork           AttemptKind = "reset network"  // of one account, from one network
	AttemptResetAccount           AttemptKind = "reset account"  // of one account, from everywhere
	AttemptWithdrawCustomer       AttemptKind = "withdraw customer"
	AttemptNewDeviceMail          AttemptKind = "new device mail" // to one user about sign-ins on new devices
	AttemptSignInAlert            AttemptKind = "tried mail"      // alerts to one user about guessed passwords, of the own account or of others
)

// AttemptKinds returns all kinds.
func AttemptKinds() []AttemptKind {
	return []AttemptKind{
		AttemptSignInAddress, AttemptSignInNetwork, AttemptSignInAccount, AttemptSignInKnown, AttemptSignInKnownDay,
		AttemptCodeAddress, AttemptCodeNetwork, AttemptCodePhone, AttemptCodeKnown, AttemptCodeKnownDay,
		AttemptCheckAddress, AttemptCheckNetwork, AttemptCheckKnown, AttemptCheckKnownDay,
		AttemptFormAddress, AttemptFormPhone,
		AttemptRegisterStaffAddress, AttemptRegisterAddress, AttemptRegisterNetwork, AttemptRegisterStrangers, AttemptRegisterDay, AttemptRegisterMonth,
		AttemptFirstMessage, AttemptUnverifiedCode,
		AttemptCodeOfPhone, AttemptCodeOfNetwork, AttemptUnknownDeviceCode, AttemptUnknownDeviceNetwork, AttemptUnknownDeviceBusy, AttemptUnknownDeviceBusyPhone, AttemptUnknownDevicePhone, AttemptUnknownDeviceMonth,
		AttemptMailedCode, AttemptUnverifiedMail, AttemptUnverifiedAddress, AttemptUnverifiedNetwork, AttemptUnverifiedBusiness,
		AttemptMailedQR, AttemptUnverifiedQR, AttemptUnverifiedQRBusiness, AttemptQRResend,
		AttemptOwnPassword, AttemptOwnPasswordDay, AttemptSecondFactor, AttemptSecondFactorDay,
		AttemptProofAddress, AttemptProofCustomer, AttemptChild, AttemptQRChange, AttemptBirthday,
		AttemptResetAddress, AttemptResetNetwork, AttemptResetAccount, AttemptWithdrawCustomer, AttemptNewDeviceMail, AttemptSignInAlert,
	}
}

// AttemptLimit is the maximum of attempts in a window that starts with the first one.
type AttemptLimit struct {
	Max    int64
	Window time.Duration
}

// Limit returns the limit of a kind. Registrations have limits per business: RegistrationLimits.
func (k AttemptKind) Limit() AttemptLimit {
	switch k {
	case AttemptSignInAddress:
		return AttemptLimit{60, 5 * time.Minute}
	case AttemptSignInNetwork:
		return AttemptLimit{10, 15 * time.Minute}
	case AttemptSignInAccount:
		return AttemptLimit{70, time.Hour} // with a known device's thirty a day: ASVS 2.2.1 allows a hundred
	case AttemptSignInKnown, AttemptOwnPassword, AttemptSecondFactor:
		return AttemptLimit{10, 5 * time.Minute}
	case AttemptSignInKnownDay, AttemptOwnPasswordDay, AttemptSecondFactorDay:
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
	case AttemptUnverifiedCode, AttemptUnverifiedMail, AttemptQRChange, AttemptBirthday, AttemptMailedQR:
		return AttemptLimit{5, 24 * time.Hour}
	case AttemptCodeOfPhone, AttemptCodeOfNetwork: // counted for their order, not to refuse
		return AttemptLimit{math.MaxInt32, loyalty.CodeLifetime}
	case AttemptUnverifiedAddress:
		return AttemptLimit{15, 24 * time.Hour}
	case AttemptUnverifiedNetwork:
		return AttemptLimit{40, 24 * time.Hour}
	case AttemptUnverifiedBusiness, AttemptUnverifiedQRBusiness:
		return AttemptLimit{60, 24 * time.Hour}
	case AttemptQRResend:
		return AttemptLimit{1, loyalty.QRResendInterval}
	case AttemptNewDeviceMail:
		return AttemptLimit{newDeviceMails, 24 * time.Hour}
	case AttemptSignInAlert:
		return AttemptLimit{1, 24 * time.Hour}
	case AttemptFirstMessage, AttemptUnverifiedQR:
		return AttemptLimit{3, 24 * time.Hour}
	}
	return AttemptLimit{60, 10 * time.Minute} // a shop's customers share its address
}

// SignInAlertThreshold is the number of attempts on one account that causes alerts.
const SignInAlertThreshold = 10

// AlertThreshold returns the number of attempts that causes an alert; 0: never.
func (k AttemptKind) AlertThreshold() int64 {
	switch k {
	case AttemptSignInAccount, AttemptSignInKnownDay, AttemptOwnPasswordDay, AttemptSecondFactorDay:
		return SignInAlertThreshold
	}
	return 0
}

// SignInAlertPeriod is how long the app shows that an account was attacked.
const SignInAlertPeriod = 7 * 24 * time.Hour

// StaffAddressLifetime is how long an address counts as the staff's after a call: from evening to morning.
const StaffAddressLifetime = 24 * time.Hour

// The daily messages for public registrations: above a shop's capacity, below a new business's limit.
const (
	maxDailyRegistrations = 120
	minDailyRegistrations = 20
)

// quietNetworkCodes are the codes of a day that a network gets before it counts as busy.
const quietNetworkCodes = 2

// UnknownDeviceCodeLimits returns the limits of codes to unknown devices: half of the daily and monthly limits, rounded
// up. One network gets two thirds of the daily half. All networks beyond their first quietNetworkCodes get half of it,
// unverified phones too, and those networks half of that for unverified phones.
func UnknownDeviceCodeLimits(l loyalty.WhatsAppLimits) map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	half := func(most int64) int64 { return (most + 1) / 2 }
	// The longest local day has 25 hours.
	return map[AttemptKind]AttemptLimit{
		AttemptUnknownDeviceCode:      {half(l.DailyCap), day + time.Hour},
		AttemptUnknownDeviceNetwork:   {max(half(l.DailyCap)*2/3, 1), day + time.Hour},
		AttemptUnknownDeviceBusy:      {half(half(l.DailyCap)), day + time.Hour},
		AttemptUnknownDeviceBusyPhone: {half(half(half(l.DailyCap))), day + time.Hour},
		AttemptUnknownDevicePhone:     {half(half(l.DailyCap)), day + time.Hour},
		AttemptUnknownDeviceMonth:     {half(l.MonthlyCap), 32 * day},
	}
}

// The daily registrations from an address without staff.
const (
	maxFromAddress     = 10
	minFromAddress     = 4
	addressesOfNetwork = 3
)

// RegistrationLimits returns a business's limits for public registrations in a day and in thirty days. Limits by
// address and network refuse: two thirds of a day from the staff's address, because customers share the shop's line,
// few from others. The limits of strangers, day and month only stop the messages.
func RegistrationLimits(l loyalty.WhatsAppLimits) map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	aDay, aMonth := int64(maxDailyRegistrations), int64(30*maxDailyRegistrations)
	if l.Enabled {
		aDay = max(min(aDay, l.DailyCap/2), minDailyRegistrations)
		aMonth = max(min(aMonth, l.MonthlyCap/2), 5*minDailyRegistrations)
	}
	fromAddress := max(min(aDay/12, maxFromAddress), minFromAddress)
	return map[AttemptKind]AttemptLimit{
		AttemptRegisterStaffAddress: {max(aDay*2/3, minDailyRegistrations), day},
		AttemptRegisterAddress:      {fromAddress, day},
		AttemptRegisterNetwork:      {fromAddress * addressesOfNetwork, day},
		AttemptRegisterStrangers:    {aDay / 2, day},
		AttemptRegisterDay:          {aDay, day},
		AttemptRegisterMonth:        {aMonth, 30 * day},
	}
}
