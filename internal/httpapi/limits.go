package httpapi

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/memorystore"

	"axioma/internal/loyalty"
)

// Limits bounds how often the calls are tried that need no sign-in: per
// address, and per account, phone or customer. A shop's customers share its
// network, so addresses are allowed much more.
type Limits struct {
	loginAddress    limiter.Store
	loginAccount    limiter.Store
	registerAddress limiter.Store
	registerPhone   limiter.Store
	unsubscribe     limiter.Store
	codeAddress     limiter.Store
	codePhone       limiter.Store
	checkAddress    limiter.Store
	checkPhone      limiter.Store
	proofAddress    limiter.Store
	proofCustomer   limiter.Store
	proofCheck      limiter.Store
	devices         limiter.Store
}

// NewLimits returns limits that count from now. Close ends them.
func NewLimits() (*Limits, error) {
	l := &Limits{}
	for _, window := range []struct {
		store    *limiter.Store
		tokens   uint64
		interval time.Duration
	}{
		{&l.loginAddress, 60, 5 * time.Minute},
		{&l.loginAccount, 10, 5 * time.Minute},
		{&l.registerAddress, 60, 10 * time.Minute},
		{&l.registerPhone, 5, time.Hour},
		{&l.unsubscribe, 10, time.Hour},
		{&l.codeAddress, 60, 10 * time.Minute},
		{&l.codePhone, 5, time.Hour},
		{&l.checkAddress, 60, 10 * time.Minute},
		{&l.checkPhone, 20, time.Hour},
		{&l.proofAddress, 60, 10 * time.Minute},
		{&l.proofCustomer, 10, time.Hour},
		{&l.proofCheck, 6000, 10 * time.Minute}, // of twenty that wait, each asking every two seconds
		{&l.devices, 120, 10 * time.Minute},
	} {
		store, err := memorystore.New(&memorystore.Config{
			Tokens: window.tokens, Interval: window.interval, InitialAlloc: 64,
			SweepInterval: 10 * time.Minute, SweepMinTTL: 2 * window.interval,
		})
		if err != nil {
			return nil, fmt.Errorf("making a limit: %w", err)
		}
		*window.store = store
	}
	return l, nil
}

// Close releases what the limits hold.
func (l *Limits) Close(ctx context.Context) error {
	var faults []error
	for _, store := range []limiter.Store{
		l.loginAddress, l.loginAccount, l.registerAddress, l.registerPhone, l.unsubscribe,
		l.codeAddress, l.codePhone, l.checkAddress, l.checkPhone, l.proofAddress, l.proofCustomer, l.proofCheck, l.devices,
	} {
		faults = append(faults, store.Close(ctx))
	}
	return errors.Join(faults...)
}

func (l *Limits) login(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.loginAddress, address(ctx)}, take{l.loginAccount, account})
}

// loginFrom, registerFrom and the like count an address's tries before anything of
// the request is read, so that what is wrong with it costs next to nothing.
func (l *Limits) loginFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.loginAddress, address(ctx)})
}

func (l *Limits) loginOf(ctx context.Context, account string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.loginAccount, account})
}

func (l *Limits) registerFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.registerAddress, address(ctx)})
}

func (l *Limits) register(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.registerPhone, phoneKey(phone)})
}

// phoneKey is the same for every way of writing a phone, with its prefix and
// without: the last digits.
func phoneKey(typed string) string {
	const telling = 9
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, typed)
	return digits[max(0, len(digits)-telling):]
}

func (l *Limits) withdrawFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.unsubscribe, address(ctx)})
}

func (l *Limits) withdraw(ctx context.Context, customerID string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.unsubscribe, customerID})
}

func (l *Limits) requestCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.codeAddress, address(ctx)})
}

// requestCode bounds how often a phone is sent a code.
func (l *Limits) requestCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.codePhone, phoneKey(phone)})
}

func (l *Limits) checkCodeFrom(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.checkAddress, address(ctx)})
}

// checkCode bounds how often codes are tried: each code by itself allows few
// tries, and these are the tries of all codes.
func (l *Limits) checkCode(ctx context.Context, phone string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.checkPhone, phoneKey(phone)})
}

// askForProof bounds how often a customer is given a code to send.
func (l *Limits) askForProof(ctx context.Context, customerID string) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.proofAddress, address(ctx)}, take{l.proofCustomer, customerID})
}

// askToSignIn bounds how often an address is given a ticket: nobody's phone is
// known yet.
func (l *Limits) askToSignIn(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.proofAddress, address(ctx)})
}

// checkProof bounds how often an address asks whether a message has come.
func (l *Limits) checkProof(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.proofCheck, address(ctx)})
}

// device bounds how often an address tries codes and tokens of devices. One hands 500
// visits over by 25 calls.
func (l *Limits) device(ctx context.Context) error {
	if l == nil {
		return nil
	}
	return takeAll(ctx, take{l.devices, address(ctx)})
}

type take struct {
	from limiter.Store
	key  string
}

// takeAll takes one try of each limit, and refuses when one has none left.
func takeAll(ctx context.Context, takes ...take) error {
	for _, t := range takes {
		_, _, reset, ok, err := t.from.Take(ctx, t.key)
		if err != nil {
			return fmt.Errorf("counting tries: %w", err)
		}
		if !ok {
			return loyalty.TooManyFor(max(time.Second, time.Until(time.Unix(0, int64(reset)))))
		}
	}
	return nil
}
