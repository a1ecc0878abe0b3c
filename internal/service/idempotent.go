package service

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Key is the Idempotency-Key of a request; empty when it has none.
type Key string

// Checked refuses a key that is too long or not plain ASCII.
func (k Key) Checked() error {
	visible := func(r rune) bool { return r > ' ' && r < 0x7f }
	if len(k) > 200 || strings.ContainsFunc(string(k), func(r rune) bool { return !visible(r) }) {
		return loyalty.InvalidField("Idempotency-Key", "La clave de petición no es válida.")
	}
	return nil
}

// once runs act unless a request with the same key was carried out before: then
// it answers as that one was answered. The answer is written in the same
// transaction as the act, so either both are there after a crash or neither.
// The request text describes what was asked; another one under the same key
// is refused with loyalty.ErrIdempotencyMismatch.
//
// A conflict is an answer too, and is kept; act then has written nothing. Any
// other error undoes the transaction and keeps nothing.
func once[T, K any](b *Base, tx *store.Tx, key Key, request string, form form[T, K], act func() (T, error)) (T, error) {
	if key == "" {
		return act()
	}
	var none T
	asked, stored, known, err := tx.Answers().Get(string(key))
	if err != nil {
		return none, err
	}
	if known {
		return answered(asked, request, stored, form)
	}
	outcome, err := act()
	answer, err := kept(form, outcome, err)
	if err != nil {
		return none, err
	}
	encoded, err := json.Marshal(answer)
	if err != nil {
		return none, fmt.Errorf("encoding an idempotent answer: %w", err)
	}
	if err := tx.Answers().Keep(string(key), request, string(encoded), b.now()); err != nil {
		return none, err
	}
	return outcome, answer.refused()
}

// kept is the answer of an act that has ended so, or the error with which nothing
// is kept.
func kept[T, K any](form form[T, K], outcome T, err error) (keptAnswer[K], error) {
	answer := keptAnswer[K]{Version: keptVersion}
	if err == nil {
		shape := form.keep(outcome)
		answer.Outcome = &shape
		return answer, nil
	}
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || refusal.Kind != loyalty.Conflict {
		return answer, err
	}
	answer.Refusal = keepRefusal(refusal)
	return answer, nil
}

// onceNow is once for what changes after it was done: of a request that was
// answered before it returns what now makes of that answer.
func onceNow[T, K any](
	b *Base, tx *store.Tx, key Key, request string, form form[T, K], act func() (T, error), now func(first T) (T, error),
) (T, error) {
	replay := true
	outcome, err := once(b, tx, key, request, form, func() (T, error) {
		replay = false
		return act()
	})
	if err != nil || !replay {
		return outcome, err
	}
	return now(outcome)
}

func answered[T, K any](asked, request, stored string, form form[T, K]) (T, error) {
	var none T
	if asked != request {
		return none, loyalty.ErrIdempotencyMismatch
	}
	answer, err := readKept[K](stored)
	if err != nil {
		return none, err
	}
	if err := answer.refused(); err != nil {
		return none, err
	}
	return form.read(*answer.Outcome), nil
}

// refused is the refusal as the act returned it. It comes as a keptRefusal: the
// transaction that keeps it is not to be undone.
func (a keptAnswer[K]) refused() error {
	if a.Refusal == nil {
		return nil
	}
	return keptRefusal{a.Refusal.refusal()}
}

// keptRefusal marks a refusal with which the transaction commits: what it wrote,
// be it only the answer to a key, is to stay.
type keptRefusal struct{ refusal *loyalty.Error }

func (k keptRefusal) Error() string { return k.refusal.Error() }

// Unwrap returns the refusal itself.
func (k keptRefusal) Unwrap() error { return k.refusal }

// inBusinessOnce runs act, which uses once, in a writing transaction of a
// business. A keptRefusal is returned after the transaction has committed.
func (b *Base) inBusinessOnce(ctx context.Context, businessID string, act func(*store.Tx) error) error {
	var refused error
	err := b.store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		refused, err = committed(act(tx))
		return err
	})
	return cmp.Or(err, refused)
}

// committed tells a refusal that is kept, with which the transaction commits, from
// an error that undoes it.
func committed(err error) (refused, undoing error) {
	var kept keptRefusal
	if errors.As(err, &kept) {
		return kept.refusal, nil
	}
	return nil, err
}
