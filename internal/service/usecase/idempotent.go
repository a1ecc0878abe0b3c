package usecase

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

// Once runs act unless a request with the same key was carried out before: then
// it answers as that one was answered. The answer is written in the same
// transaction as the act, so either both are there after a crash or neither.
// The request text describes what was asked; another one under the same key
// is refused with loyalty.ErrIdempotencyMismatch.
//
// A conflict is an answer too, and is kept; act then has written nothing. Any
// other error undoes the transaction and keeps nothing.
func Once[T, K any](b *Base, tx *store.Tx, key Key, request string, form Form[T, K], act func() (T, error)) (T, error) {
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
	if err := tx.Answers().Keep(string(key), request, string(encoded), b.Now()); err != nil {
		return none, err
	}
	return outcome, answer.refused()
}

// kept is the answer of an act that has ended so, or the error with which nothing
// is kept.
func kept[T, K any](form Form[T, K], outcome T, err error) (keptAnswer[K], error) {
	answer := keptAnswer[K]{Version: keptVersion}
	if err == nil {
		shape := form.Keep(outcome)
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

// OnceNow is Once for what changes after it was done: of a request that was
// answered before it returns what now makes of that answer.
func OnceNow[T, K any](
	b *Base, tx *store.Tx, key Key, request string, form Form[T, K], act func() (T, error), now func(first T) (T, error),
) (T, error) {
	replay := true
	outcome, err := Once(b, tx, key, request, form, func() (T, error) {
		replay = false
		return act()
	})
	if err != nil || !replay {
		return outcome, err
	}
	return now(outcome)
}

// OnceWhile is Once for an answer that names a record. The first answer is repeated only
// while stands reports that the record still is as the answer says. Otherwise, and after a
// refusal, act runs again and its answer replaces the first one. So act must be safe to
// repeat after a refusal.
func OnceWhile[T, K any](
	b *Base, tx *store.Tx, key Key, request string, form Form[T, K], act func() (T, error), stands func(first T) (bool, error),
) (T, error) {
	first, repeats, err := repeatable(tx, key, request, form, stands)
	if err != nil || repeats {
		return first, err
	}
	return Once(b, tx, key, request, form, act)
}

// repeatable returns the outcome of a key while it stands. One that does not stand any
// more is removed, as is a refusal.
func repeatable[T, K any](
	tx *store.Tx, key Key, request string, form Form[T, K], stands func(T) (bool, error),
) (first T, repeats bool, err error) {
	if key == "" {
		return first, false, nil
	}
	asked, stored, known, err := tx.Answers().Get(string(key))
	if err != nil || !known {
		return first, false, err
	}
	first, err = answered(asked, request, stored, form)
	if err == nil {
		repeats, err = stands(first)
	} else if refused, undoing := Committed(err); refused != nil {
		err = undoing
	}
	if err != nil || repeats {
		return first, repeats, err
	}
	return first, false, tx.Answers().Remove(string(key))
}

func answered[T, K any](asked, request, stored string, form Form[T, K]) (T, error) {
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
	return form.Read(*answer.Outcome), nil
}

// refused is the refusal as the act returned it. It comes as a keptRefusal: the
// transaction that keeps it is not to be undone.
func (a keptAnswer[K]) refused() error {
	if a.Refusal == nil {
		return nil
	}
	return keptRefusal{a.Refusal.refusal()}
}

// Kept marks a refusal with which a transaction commits: what it wrote, be it only
// the answer to a key, is to stay. InBusinessOnce and Committed know it.
func Kept(refusal *loyalty.Error) error { return keptRefusal{refusal} }

type keptRefusal struct{ refusal *loyalty.Error }

func (k keptRefusal) Error() string { return k.refusal.Error() }

// Unwrap returns the refusal itself.
func (k keptRefusal) Unwrap() error { return k.refusal }

// InBusinessOnce runs act, which uses Once, in a writing transaction of a business. A
// refusal that is kept (see Kept) is returned after the transaction has committed.
func (b *Base) InBusinessOnce(ctx context.Context, businessID string, act func(*store.Tx) error) error {
	var refused error
	err := b.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		refused, err = Committed(act(tx))
		return err
	})
	return cmp.Or(err, refused)
}

// Committed tells a refusal that is kept, with which the transaction commits, from
// an error that undoes it.
func Committed(err error) (refused, undoing error) {
	var kept keptRefusal
	if errors.As(err, &kept) {
		return kept.refusal, nil
	}
	return nil, err
}

// CarriedOut reports whether what a key asked for was done: it was answered, and not
// with a refusal.
func CarriedOut(tx *store.Tx, key Key) (bool, error) {
	_, stored, known, err := tx.Answers().Get(string(key))
	if err != nil || !known {
		return false, err
	}
	answer, err := readKept[json.RawMessage](stored)
	return answer.Outcome != nil, err
}
