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

// IdempotencyKey is the Idempotency-Key of a request; empty when it has none.
type IdempotencyKey string

// Validate refuses a key that is too long or not plain ASCII.
func (k IdempotencyKey) Validate() error {
	visible := func(r rune) bool { return r > ' ' && r < 0x7f }
	if len(k) > 200 || strings.ContainsFunc(string(k), func(r rune) bool { return !visible(r) }) {
		return loyalty.InvalidField("Idempotency-Key", "La clave de petición no es válida.")
	}
	return nil
}

// RunOnce runs act unless a request with the same key was carried out before: then
// it answers as that one was answered. The answer is written in the same
// transaction as the act, so either both are there after a crash or neither.
// The request text describes what was asked; another one under the same key
// is refused with loyalty.ErrIdempotencyMismatch.
//
// A conflict is an answer too, and is kept; act then has written nothing. Any
// other error undoes the transaction and keeps nothing.
func RunOnce[T, K any](b *Base, tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], act func() (T, error)) (T, error) {
	if key == "" {
		return act()
	}
	var none T
	asked, stored, known, err := tx.Answers().Get(string(key))
	if err != nil {
		return none, err
	}
	if known {
		return replay(asked, request, stored, form)
	}
	outcome, err := act()
	answer, err := toStoredResponse(form, outcome, err)
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
	return outcome, answer.committedError()
}

// toStoredResponse is the answer of an act that has ended so, or the error with which nothing
// is kept.
func toStoredResponse[T, K any](form ResponseCodec[T, K], outcome T, err error) (storedResponse[K], error) {
	answer := storedResponse[K]{Version: storedResponseVersion}
	if err == nil {
		shape := form.Encode(outcome)
		answer.Outcome = &shape
		return answer, nil
	}
	var refusal *loyalty.Error
	if !errors.As(err, &refusal) || refusal.Kind != loyalty.Conflict {
		return answer, err
	}
	answer.Refusal = encodeRefusal(refusal)
	return answer, nil
}

// RunOnceAndRefresh is Once for what changes after it was done: of a request that was
// answered before it returns what now makes of that answer.
func RunOnceAndRefresh[T, K any](
	b *Base, tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], act func() (T, error), now func(first T) (T, error),
) (T, error) {
	replay := true
	outcome, err := RunOnce(b, tx, key, request, form, func() (T, error) {
		replay = false
		return act()
	})
	if err != nil || !replay {
		return outcome, err
	}
	return now(outcome)
}

// RunOnceWhileValid is Once for an answer that names a record. The first answer is repeated only
// while stands reports that the record still is as the answer says. Otherwise, and after a
// refusal, act runs again and its answer replaces the first one. So act must be safe to
// repeat after a refusal.
func RunOnceWhileValid[T, K any](
	b *Base, tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], act func() (T, error), stands func(first T) (bool, error),
) (T, error) {
	first, repeats, err := replayIfValid(tx, key, request, form, stands)
	if err != nil || repeats {
		return first, err
	}
	return RunOnce(b, tx, key, request, form, act)
}

// replayIfValid returns the outcome of a key while it stands. One that does not stand any
// more is removed, as is a refusal.
func replayIfValid[T, K any](
	tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], stands func(T) (bool, error),
) (first T, repeats bool, err error) {
	if key == "" {
		return first, false, nil
	}
	asked, stored, known, err := tx.Answers().Get(string(key))
	if err != nil || !known {
		return first, false, err
	}
	first, err = replay(asked, request, stored, form)
	if err == nil {
		repeats, err = stands(first)
	} else if refused, undoing := SplitCommitted(err); refused != nil {
		err = undoing
	}
	if err != nil || repeats {
		return first, repeats, err
	}
	return first, false, tx.Answers().Remove(string(key))
}

func replay[T, K any](asked, request, stored string, form ResponseCodec[T, K]) (T, error) {
	var none T
	if asked != request {
		return none, loyalty.ErrIdempotencyMismatch
	}
	answer, err := decodeResponse[K](stored)
	if err != nil {
		return none, err
	}
	if err := answer.committedError(); err != nil {
		return none, err
	}
	return form.Decode(*answer.Outcome), nil
}

// committedError is the refusal as the act returned it. It comes as a keptRefusal: the
// transaction that keeps it is not to be undone.
func (a storedResponse[K]) committedError() error {
	if a.Refusal == nil {
		return nil
	}
	return committedRefusal{a.Refusal.decode()}
}

// CommitRefusal marks a refusal with which a transaction commits: what it wrote, be it only
// the answer to a key, is to stay. InBusinessOnce and Committed know it.
func CommitRefusal(refusal *loyalty.Error) error { return committedRefusal{refusal} }

type committedRefusal struct{ refusal *loyalty.Error }

func (k committedRefusal) Error() string { return k.refusal.Error() }

// Unwrap returns the refusal itself.
func (k committedRefusal) Unwrap() error { return k.refusal }

// InBusinessIdempotent runs act, which uses Once, in a writing transaction of a business. A
// refusal that is kept (see Kept) is returned after the transaction has committed.
func (b *Base) InBusinessIdempotent(ctx context.Context, businessID string, act func(*store.Tx) error) error {
	var refused error
	err := b.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		refused, err = SplitCommitted(act(tx))
		return err
	})
	return cmp.Or(err, refused)
}

// SplitCommitted tells a refusal that is kept, with which the transaction commits, from
// an error that undoes it.
func SplitCommitted(err error) (refused, undoing error) {
	var kept committedRefusal
	if errors.As(err, &kept) {
		return kept.refusal, nil
	}
	return nil, err
}

// HasSucceeded reports whether what a key asked for was done: it was answered, and not
// with a refusal.
func HasSucceeded(tx *store.Tx, key IdempotencyKey) (bool, error) {
	_, stored, known, err := tx.Answers().Get(string(key))
	if err != nil || !known {
		return false, err
	}
	answer, err := decodeResponse[json.RawMessage](stored)
	return answer.Outcome != nil, err
}
