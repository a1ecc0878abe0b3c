package httpapi

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

// Limits bounds how often the calls are tried that need no sign-in: per
// address, and per account, phone or customer. A shop's customers share its
// network, so addresses are allowed much more. What is tried, and what is written for
// whoever asks, is counted in the database, by all copies of the program together. What
// a copy refuses before it reads a request it counts by itself, as a flood to itself;
// there is nothing to be guessed within it (decision 0017).
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

// NewLimits returns limits that count from now, and in the database of some use
// cases. Close ends them.
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
		{&l.proofCheck, "ticket check flood", 6000, 10 * time.Minute}, // of twenty that wait, each asking every two seconds
		{&l.devices, "device flood", 120, 10 * time.Minute},
		{&l.passes, "pass flood", 1200, 10 * time.Minute}, // telephones of one company share addresses
	} {
		store, err := memorystore.New(&memorystore.Config{
			Tokens: window.tokens, Interval: window.interval, InitialAlloc: 64,
			SweepInterval: 10 * time.Minute, SweepMinTTL: 2 * window.interval,
		})
		if err != nil {
			return nil, fmt.Errorf("making a limit: %w", err)
		}
		*window.flood = flood{name: window.name, store: store}
		cases.LimitHits.Declare(window.name)
	}
	return l, nil
}

// Close releases what the limits hold.
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

// signIn bounds how often passwords of an account are tried.
func (l *Limits) signIn(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.signInAttempts(ctx, account)...)
}

// returnSignIn gives back what signIn counted: whoever knows the password did not try it.
func (l *Limits) returnSignIn(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Return(ctx, l.signInAttempts(ctx, account)...)
}

func (l *Limits) signInAttempts(ctx context.Context, account string) []access.Attempt {
	return l.attempts(ctx, account, knownDeviceKinds{access.AttemptSignInKnown, access.AttemptSignInKnownDay},
		access.Attempt{Kind: access.AttemptSignInAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptSignInNetwork, By: account + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptSignInAccount, By: account})
}

// knownDeviceKinds are what tries of an account count as on a device that knows it: for a short
// time and for a day.
type knownDeviceKinds struct{ short, day access.AttemptKind }

// takeAttempt counts a try of an account: see attempts.
func (l *Limits) takeAttempt(ctx context.Context, account string, onKnown knownDeviceKinds, strangers ...access.Attempt) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.attempts(ctx, account, onKnown, strangers...)...)
}

// attempts is what a try of an account counts as: one of strangers, or one by itself
// where somebody has signed in to the account on the device, so that strangers do not
// keep her out.
func (l *Limits) attempts(ctx context.Context, account string, onKnown knownDeviceKinds, strangers ...access.Attempt) []access.Attempt {
	if device, known := l.cases.KnownDevices.Known(ctx, access.KnownDevice{Marks: deviceMarks(ctx), Account: account}); known {
		by := account + " " + device
		return []access.Attempt{{Kind: onKnown.short, By: by}, {Kind: onKnown.day, By: by}}
	}
	return strangers
}

// floodKey is whose tries count before anything is read: the address, or the device
// where somebody has signed in on it. So whoever shares an address with a stranger
// is not kept out.
func (l *Limits) floodKey(ctx context.Context) string {
	if device, known := l.cases.KnownDevices.KnownToSomebody(deviceMarks(ctx)); known {
		return "device " + device
	}
	return address(ctx)
}

// signInFrom, registerFrom and the like count an address's tries before anything of
// the request is read, so that what is wrong with it costs next to nothing.
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

// recoverPassword bounds how often links to choose another password are asked for: whether an
// account has the e-mail or not.
func (l *Limits) recoverPassword(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptResetAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptResetNetwork, By: account + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptResetAccount, By: account})
}

// ownPassword bounds how often somebody who is signed in tries her own password.
func (l *Limits) ownPassword(ctx context.Context, userID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, ownPasswordAttempts(userID)...)
}

// returnOwnPassword gives back what ownPassword counted: a right password was no guess. A new
// password that was refused is none either, but asking stays limited.
func (l *Limits) returnOwnPassword(ctx context.Context, userID string, changed bool) error {
	if l == nil {
		return nil
	}
	counted := ownPasswordAttempts(userID)
	if !changed {
		counted = counted[1:]
	}
	return l.cases.Attempts.Return(ctx, counted...)
}

func ownPasswordAttempts(userID string) []access.Attempt {
	return []access.Attempt{{Kind: access.AttemptOwnPassword, By: userID}, {Kind: access.AttemptOwnPasswordDay, By: userID}}
}

// register bounds how often forms are sent, whatever becomes of them.
func (l *Limits) register(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptFormAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptFormPhone, By: phoneKey(phone) + " " + network(ctx)})
}

// origin is where a customer registers from; the zero value, which is not counted,
// where there are no limits.
func (l *Limits) origin(ctx context.Context) access.Origin {
	if l == nil {
		return access.Origin{}
	}
	return access.Origin{Address: address(ctx), Network: network(ctx)}
}

// noteStaff notes from where the staff of a business call: its customers register from
// there too. An operator is not of its staff.
func (l *Limits) noteStaff(ctx context.Context, role loyalty.Role, businessID string) {
	if l == nil || role == loyalty.Superadmin || businessID == "" {
		return
	}
	l.cases.StaffAddresses.Note(businessID, address(ctx))
}

// phoneKey is the same for every way of writing a phone, with its prefix and
// without, in either form that a mobile has: the last digits.
func phoneKey(typed string) string {
	const telling = 9
	digits := loyalty.PhoneDigits(typed)
	if phone, ok := canonicalOfTwoForms(typed); ok {
		digits = phone
	}
	return digits[max(0, len(digits)-telling):]
}

// canonicalOfTwoForms returns the canonical form of a phone of a country whose mobiles have
// two, and false for any other phone.
func canonicalOfTwoForms(typed string) (string, bool) {
	read := loyalty.ParseTypedPhone(typed, loyalty.DefaultCountry)
	if _, ok := loyalty.SecondPhoneForm(read.Whole); ok {
		return read.Whole, true
	}
	abroad := read.ForeignMobiles()
	if read.Whole != "" || len(abroad) == 0 {
		return "", false
	}
	return abroad[0], true
}

// withdraw bounds how often the consents of one customer are withdrawn. No address is
// counted: to withdraw is a right, customers share addresses, and nobody guesses an id.
// It is asked of an id that exists, so that made-up ones leave no rows.
func (l *Limits) withdraw(ctx context.Context, qrID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, access.Attempt{Kind: access.AttemptWithdrawCustomer, By: qrID})
}

func (l *Limits) requestCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.codeAddress, l.floodKey(ctx))
}

// requestCode bounds how often a phone is sent a code.
func (l *Limits) requestCode(ctx context.Context, phone string) error {
	return l.takeAttempt(ctx, phoneAccount(phone), knownDeviceKinds{access.AttemptCodeKnown, access.AttemptCodeKnownDay},
		access.Attempt{Kind: access.AttemptCodeAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptCodeNetwork, By: phoneKey(phone) + " " + network(ctx)},
		access.Attempt{Kind: access.AttemptCodePhone, By: phoneKey(phone)})
}

func (l *Limits) checkCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.checkAddress, l.floodKey(ctx))
}

// checkCode bounds how often codes are tried: each code by itself allows few
// tries, and these are the tries of all codes from one network.
func (l *Limits) checkCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, l.checkAttempts(ctx, phone)...)
}

// returnCheckCode gives back what checkCode counted: a right code was no guess.
func (l *Limits) returnCheckCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Return(ctx, l.checkAttempts(ctx, phone)...)
}

func (l *Limits) checkAttempts(ctx context.Context, phone string) []access.Attempt {
	return l.attempts(ctx, phoneAccount(phone), knownDeviceKinds{access.AttemptCheckKnown, access.AttemptCheckKnownDay},
		access.Attempt{Kind: access.AttemptCheckAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptCheckNetwork, By: phoneKey(phone) + " " + network(ctx)})
}

// askForProof bounds how often a customer is given a code to send.
func (l *Limits) askForProof(ctx context.Context, customerID string) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx,
		access.Attempt{Kind: access.AttemptProofAddress, By: address(ctx)},
		access.Attempt{Kind: access.AttemptProofCustomer, By: customerID})
}

func (l *Limits) askToSignInFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.proofAddress, address(ctx))
}

// askToSignIn bounds how often an address is given a ticket: nobody's phone is
// known yet.
func (l *Limits) askToSignIn(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.cases.Attempts.Take(ctx, access.Attempt{Kind: access.AttemptProofAddress, By: address(ctx)})
}

// checkProof bounds how often an address asks whether a message has come. No copy
// knows what others count, which costs nothing but work: a ticket has 130 random bits.
func (l *Limits) checkProof(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.proofCheck, address(ctx))
}

// device bounds how often an address tries codes and tokens of devices, which have 130
// random bits. One hands 500 visits over by 25 calls.
func (l *Limits) device(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.devices, address(ctx))
}

// pass bounds how often an address asks for passes or says what it keeps: to make one is
// some work, and tokens have 256 bits.
func (l *Limits) pass(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return l.takeOne(ctx, l.passes, address(ctx))
}

// flood is a limit that a copy of the program counts by itself.
type flood struct {
	name  string // where hits are counted
	store limiter.Store
}

// takeOne takes one try of a limit, and refuses when it has none left.
func (l *Limits) takeOne(ctx context.Context, from flood, key string) error {
	_, _, reset, ok, err := from.store.Take(ctx, key)
	if err != nil {
		return fmt.Errorf("counting tries: %w", err)
	}
	if !ok {
		l.cases.LimitHits.Add(from.name, 1)
		return loyalty.TooManyFor(max(time.Second, time.Until(time.Unix(0, int64(reset)))))
	}
	return nil
}
