package httpapi

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
)

// Limits limits attempts per address and per account, phone or customer. An address may make more: a
// shop's customers share its network.
//
// The database counts for all servers. Flood limits count per process, before the body is read; they allow too few
// attempts to guess anything (decision 0017).
type Limits struct {
	cases *service.Service

	signInAddress   flood
	registerAddress flood
	codeAddress     flood
	checkAddress    flood
	proofAddress    flood
	proofCheck      flood
	devices         flood
	passes          flood
}

// NewLimits returns limits that count in the database, and flood limits that count in memory. The caller must call
// Close.
func NewLimits(cases *service.Service) (*Limits, error) {
	l := &Limits{cases: cases}
	for _, window := range []struct {
		flood    *flood
		name     string
		tokens   uint64
		interval time.Duration
	}{
		{&l.signInAddress, "sign-in flood", 60, 5 * time.Minute},
		{&l.registerAddress, "form flood", 60, 10 * time.Minute},
		{&l.codeAddress, "code flood", 60, 10 * time.Minute},
		{&l.checkAddress, "check flood", 60, 10 * time.Minute},
		{&l.proofAddress, "ticket flood", 60, 10 * time.Minute},
		{&l.proofCheck, "ticket check flood", 6000, 10 * time.Minute},
		{&l.devices, "device flood", 120, 10 * time.Minute},
		{&l.passes, "pass flood", 1200, 10 * time.Minute}, // mobile networks share addresses
	} {
		store, err := memorystore.New(&memorystore.Config{
			Tokens: window.tokens, Interval: window.interval, InitialAlloc: 64,
			SweepInterval: 10 * time.Minute, SweepMinTTL: 2 * window.interval,
		})
		if err != nil {
			return nil, fmt.Errorf("creating a limit: %w", err)
		}
		*window.flood = flood{name: window.name, store: store}
		cases.LimitHits.Declare(window.name)
	}
	return l, nil
}

// Close releases the flood limits.
func (l *Limits) Close(ctx context.Context) error {
	var faults []error
	for _, flood := range []flood{
		l.signInAddress, l.registerAddress, l.codeAddress, l.checkAddress,
		l.proofAddress, l.proofCheck, l.devices, l.passes,
	} {
		faults = append(faults, flood.store.Close(ctx))
	}
	return errors.Join(faults...)
}

func (l *Limits) signIn(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.signInAttempts(ctx, account)...)
}

// returnSignIn uncounts an attempt with a right password.
func (l *Limits) returnSignIn(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Return(ctx, l.signInAttempts(ctx, account)...)
}

func (l *Limits) signInAttempts(ctx context.Context, account string) []access.Attempt {
	return l.attempts(ctx, account, knownDeviceKinds{access.AttemptSignInKnown, access.AttemptSignInKnownDay},
		access.Attempt{Kind: access.AttemptSignInAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptSignInNetwork, Subject: account + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptSignInAccount, Subject: account})
}

type knownDeviceKinds struct{ short, day access.AttemptKind }

func (l *Limits) takeAttempt(ctx context.Context, account string, onKnown knownDeviceKinds, strangers ...access.Attempt) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.attempts(ctx, account, onKnown, strangers...)...)
}

// attempts counts a known device separately, so that other devices cannot lock the account out on it.
func (l *Limits) attempts(ctx context.Context, account string, onKnown knownDeviceKinds, strangers ...access.Attempt) []access.Attempt {
	if device, known := l.cases.KnownDevices.Identify(ctx, access.DeviceMarks{Marks: deviceMarks(ctx), Account: account}); known {
		by := account + " " + device
		return []access.Attempt{{Kind: onKnown.short, Subject: by}, {Kind: onKnown.day, Subject: by}}
	}
	return strangers
}

// floodKey identifies a known device, else the address, so that others at that address do not lock the device out.
func (l *Limits) floodKey(ctx context.Context) string {
	if device, known := l.cases.KnownDevices.IdentifyForAnyAccount(deviceMarks(ctx)); known {
		return "device " + device
	}
	return address(ctx)
}

func (l *Limits) signInFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.signInAddress, l.floodKey(ctx))
}

func (l *Limits) registerFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.registerAddress, address(ctx))
}

// recoverPassword counts a request for a reset link, also for an unknown account.
func (l *Limits) recoverPassword(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptResetAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptResetNetwork, Subject: account + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptResetAccount, Subject: account})
}

func (l *Limits) ownPassword(ctx context.Context, userID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, ownPasswordAttempts(userID)...)
}

// returnOwnPassword uncounts the attempts of a right password. If changed is false, the new password was refused, and
// the attempt stays counted in the short limit.
func (l *Limits) returnOwnPassword(ctx context.Context, userID string, changed bool) error {
	if l == nil {
		return nil
	}
	attempts := ownPasswordAttempts(userID)
	if !changed {
		attempts = attempts[1:]
	}
	return l.cases.Attempts.Return(ctx, attempts...)
}

func ownPasswordAttempts(userID string) []access.Attempt {
	return []access.Attempt{{Kind: access.AttemptOwnPassword, Subject: userID}, {Kind: access.AttemptOwnPasswordDay, Subject: userID}}
}

func (l *Limits) secondFactor(ctx context.Context, caller usecase.Actor) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, secondFactorAttempts(caller)...)
}

func (l *Limits) returnSecondFactor(ctx context.Context, caller usecase.Actor) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Return(ctx, secondFactorAttempts(caller)...)
}

// secondFactorAttempts counts per token version, so the count restarts after a new password or a reset factor.
func secondFactorAttempts(caller usecase.Actor) []access.Attempt {
	subject := caller.UserID + " " + strconv.FormatInt(caller.Session.Version, 10)
	return []access.Attempt{{Kind: access.AttemptSecondFactor, Subject: subject}, {Kind: access.AttemptSecondFactorDay, Subject: subject}}
}

func (l *Limits) register(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptFormAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptFormPhone, Subject: phoneKey(phone) + " " + network(ctx)})
}

// origin returns the caller's address and network. Without limits it is zero, which is not counted.
func (l *Limits) origin(ctx context.Context) access.Origin {
	if l == nil {
		return access.Origin{}
	}
	return access.Origin{Address: address(ctx), Network: network(ctx)}
}

// noteStaff records the address of the staff, because customers register from it too. It ignores operators.
func (l *Limits) noteStaff(ctx context.Context, role loyalty.Role, businessID string) {
	if l == nil || role == loyalty.Superadmin || businessID == "" {
		return
	}
	l.cases.StaffAddresses.Record(businessID, address(ctx))
}

func (l *Limits) noteSession(ctx context.Context, session access.Session) {
	if session.Pending == loyalty.NothingPending {
		l.noteStaff(ctx, session.User.Role, session.User.BusinessID)
	}
}

// phoneKey returns the digits that all forms of a phone share.
func phoneKey(input string) string {
	const telling = 9
	digits := loyalty.PhoneDigits(input)
	if phone, ok := canonicalOfTwoForms(input); ok {
		digits = phone
	}
	return digits[max(0, len(digits)-telling):]
}

// canonicalOfTwoForms returns the canonical form of a typed phone that has two forms. It returns false for countries
// whose mobiles have one form.
func canonicalOfTwoForms(input string) (string, bool) {
	read := loyalty.ParseTypedPhone(input, loyalty.DefaultCountry)
	if _, ok := loyalty.SecondPhoneForm(read.Whole); ok {
		return read.Whole, true
	}
	abroad := read.ForeignMobiles()
	if read.Whole != "" || len(abroad) == 0 {
		return "", false
	}
	return abroad[0], true
}

// withdraw limits withdrawals per customer: addresses are shared, ids cannot be guessed, and withdrawing is a right.
// The caller refuses an invented id first, so it leaves no row.
func (l *Limits) withdraw(ctx context.Context, qrID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, access.Attempt{Kind: access.AttemptWithdrawCustomer, Subject: qrID})
}

func (l *Limits) requestCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.codeAddress, l.floodKey(ctx))
}

func (l *Limits) requestCode(ctx context.Context, phone string) error {
	return l.takeAttempt(ctx, phoneAccount(phone), knownDeviceKinds{access.AttemptCodeKnown, access.AttemptCodeKnownDay},
		access.Attempt{Kind: access.AttemptCodeAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptCodeNetwork, Subject: phoneKey(phone) + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptCodePhone, Subject: phoneKey(phone)})
}

func (l *Limits) checkCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.checkAddress, l.floodKey(ctx))
}

// checkCode counts an attempt to enter a code, per phone. Each code has its own limit too.
func (l *Limits) checkCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.checkAttempts(ctx, phone)...)
}

func (l *Limits) returnCheckCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Return(ctx, l.checkAttempts(ctx, phone)...)
}

func (l *Limits) checkAttempts(ctx context.Context, phone string) []access.Attempt {
	return l.attempts(ctx, phoneAccount(phone), knownDeviceKinds{access.AttemptCheckKnown, access.AttemptCheckKnownDay},
		access.Attempt{Kind: access.AttemptCheckAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptCheckNetwork, Subject: phoneKey(phone) + " " + network(ctx)})
}

func (l *Limits) askForProof(ctx context.Context, customerID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptProofAddress, Subject: address(ctx)},
		access.Attempt{Kind: access.AttemptProofCustomer, Subject: customerID})
}

func (l *Limits) askToSignInFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.proofAddress, address(ctx))
}

// askToSignIn counts a request to sign in by WhatsApp, per address only, because no phone is known yet.
func (l *Limits) askToSignIn(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, access.Attempt{Kind: access.AttemptProofAddress, Subject: address(ctx)})
}

// checkProof counts a check of a ticket, per address and process: tickets have 130 random bits.
func (l *Limits) checkProof(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.proofCheck, address(ctx))
}

// device counts a call of a device, per address: a handover of 500 visits takes 25 calls. Codes and tokens have 130
// random bits.
func (l *Limits) device(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.devices, address(ctx))
}

// pass counts a request for a pass, per address, because making a pass takes CPU. Tokens have 256 bits.
func (l *Limits) pass(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.passes, address(ctx))
}

type flood struct {
	name  string
	store limiter.Store
}

func (l *Limits) takeOne(ctx context.Context, from flood, key string) error {
	_, _, reset, ok, err := from.store.Take(ctx, key)
	if err != nil {
		return fmt.Errorf("counting attempts: %w", err)
	}
	if !ok {
		l.cases.LimitHits.Add(from.name, 1)
		return loyalty.TooManyFor(max(time.Second, time.Until(time.Unix(0, int64(reset)))))
	}
	return nil
}
