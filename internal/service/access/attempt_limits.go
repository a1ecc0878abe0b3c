package access

import (
	"math"
	"time"

	"axioma/internal/loyalty"
)

// AttemptKind is a limited kind of attempt.
type AttemptKind string

// Attackers change addresses within a network, so it has limits too.
const (
	AttemptSignInAddress          AttemptKind = "sign-in address"
	AttemptSignInNetwork          AttemptKind = "sign-in network"
	AttemptSignInAccount          AttemptKind = "sign-in account"
	AttemptSignInKnown            AttemptKind = "sign-in known"
	AttemptSignInKnownDay         AttemptKind = "sign-in known day"
	AttemptCodeAddress            AttemptKind = "code address"
	AttemptCodeNetwork            AttemptKind = "code network"
	AttemptCodePhone              AttemptKind = "code phone"
	AttemptCodeKnown              AttemptKind = "code known"
	AttemptCodeKnownDay           AttemptKind = "code known day"
	AttemptCheckAddress           AttemptKind = "check address"
	AttemptCheckNetwork           AttemptKind = "check network"
	AttemptCheckKnown             AttemptKind = "check known"
	AttemptCheckKnownDay          AttemptKind = "check known day"
	AttemptFormAddress            AttemptKind = "form address" // refused ones too
	AttemptFormPhone              AttemptKind = "form phone"
	AttemptRegisterStaffAddress   AttemptKind = "register staff address" // used by the staff
	AttemptRegisterAddress        AttemptKind = "register address"       // another address
	AttemptRegisterNetwork        AttemptKind = "register network"       // of other addresses
	AttemptRegisterStrangers      AttemptKind = "register unknown devices"
	AttemptRegisterDay            AttemptKind = "register day"
	AttemptRegisterMonth          AttemptKind = "register month"
	AttemptFirstMessage           AttemptKind = "first message" // to an unverified phone, of all businesses
	AttemptUnverifiedCode         AttemptKind = "unverified code"
	AttemptCodeOfPhone            AttemptKind = "codes of phone"
	AttemptCodeOfNetwork          AttemptKind = "codes of network"    // at one business
	AttemptUnknownDeviceCode      AttemptKind = "unknown device code" // daily, at one business
	AttemptUnknownDeviceNetwork   AttemptKind = "unknown device network"
	AttemptUnknownDeviceBusy      AttemptKind = "unknown device busy" // from networks with over quietNetworkCodes that day
	AttemptUnknownDeviceBusyPhone AttemptKind = "unknown device busy phone"
	AttemptUnknownDevicePhone     AttemptKind = "unknown device phone"
	AttemptUnknownDeviceMonth     AttemptKind = "unknown device month"
	AttemptMailedCode             AttemptKind = "mailed code" // of all businesses
	AttemptUnverifiedMail         AttemptKind = "unverified mail"
	AttemptUnverifiedAddress      AttemptKind = "unverified address"
	AttemptUnverifiedNetwork      AttemptKind = "unverified network"
	AttemptUnverifiedBusiness     AttemptKind = "unverified shop" // at one business
	AttemptMailedQR               AttemptKind = "mailed QR"       // of all businesses
	AttemptUnverifiedQR           AttemptKind = "unverified QR"
	AttemptUnverifiedQRBusiness   AttemptKind = "unverified QR shop"
	AttemptQRResend               AttemptKind = "QR mailed again"
	AttemptOwnPassword            AttemptKind = "own password"
	AttemptOwnPasswordDay         AttemptKind = "own password day"
	AttemptSecondFactor           AttemptKind = "second factor"
	AttemptSecondFactorDay        AttemptKind = "second factor day"
	AttemptProofAddress           AttemptKind = "proof address" // codes to send by WhatsApp, and tickets
	AttemptProofCustomer          AttemptKind = "proof customer"
	AttemptChild                  AttemptKind = "child"
	AttemptQRChange               AttemptKind = "qr change"
	AttemptBirthday               AttemptKind = "birthday" // of a customer whose phone may have a new owner
	AttemptResetAddress           AttemptKind = "reset address"
	AttemptResetNetwork           AttemptKind = "reset network"
	AttemptResetAccount           AttemptKind = "reset account"
	AttemptWithdrawCustomer       AttemptKind = "withdraw customer"
	AttemptNewDeviceMail          AttemptKind = "new device mail"
	AttemptSignInAlert            AttemptKind = "tried mail" // about guessed passwords
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

// AttemptLimit is per window, which begins with the first attempt.
type AttemptLimit struct {
	Max    int64
	Window time.Duration
}

// Limit returns a kind's limit. Registrations have RegistrationLimits.
func (k AttemptKind) Limit() AttemptLimit {
	switch k {
	case AttemptSignInAddress:
		return AttemptLimit{60, 5 * time.Minute}
	case AttemptSignInNetwork:
		return AttemptLimit{10, 15 * time.Minute}
	case AttemptSignInAccount:
		return AttemptLimit{70, time.Hour} // a known device adds thirty a day: ASVS 2.2.1 allows a hundred
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
	case AttemptCodeOfPhone, AttemptCodeOfNetwork: // counted, never refused
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
	return AttemptLimit{60, 10 * time.Minute} // customers in a business share its address
}

// SignInAlertThreshold is the number of attempts on an account that causes an alert.
const SignInAlertThreshold = 10

// AlertThreshold returns the attempts that cause an alert; 0: none.
func (k AttemptKind) AlertThreshold() int64 {
	switch k {
	case AttemptSignInAccount, AttemptSignInKnownDay, AttemptOwnPasswordDay, AttemptSecondFactorDay:
		return SignInAlertThreshold
	}
	return 0
}

// SignInAlertPeriod is how long the app shows an attack on an account.
const SignInAlertPeriod = 7 * 24 * time.Hour

// StaffAddressLifetime is how long after a call an address counts as the staff's: over a night.
const StaffAddressLifetime = 24 * time.Hour

// Daily messages for public registrations: above a busy day's new customers, below a new business's daily limit.
const (
	maxDailyRegistrations = 120
	minDailyRegistrations = 20
)

const quietNetworkCodes = 2

// UnknownDeviceCodeLimits gives unknown devices half of the messages, rounded up. Of that, one network gets at most two
// thirds. Networks with over quietNetworkCodes that day get a half together, unverified phones a half, and both a
// quarter.
func UnknownDeviceCodeLimits(l loyalty.WhatsAppLimits) map[AttemptKind]AttemptLimit {
	const day = 24 * time.Hour
	half := func(limit int64) int64 { return (limit + 1) / 2 }
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

// Daily registrations from other addresses than the staff's.
const (
	maxFromAddress     = 10
	minFromAddress     = 4
	addressesOfNetwork = 3
)

// RegistrationLimits returns the limits of public registrations. Those by address and network refuse the form; the
// others only stop messages. The staff's address gets two thirds: customers use it too.
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
