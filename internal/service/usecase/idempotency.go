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

// IdempotencyKey is a request's Idempotency-Key; empty: none.
type IdempotencyKey string

// Validate refuses keys over 200 bytes, and other characters than visible ASCII.
func (k IdempotencyKey) Validate() error {
	visible := func(r rune) bool { return r > ' ' && r < 0x7f }
	if len(k) > 200 || strings.ContainsFunc(string(k), func(r rune) bool { return !visible(r) }) {
		return loyalty.InvalidField("Idempotency-Key", "La clave de petición no es válida.")
	}
	return nil
}

// RunOnce runs act once per key, and stores its response in the same transaction. A repeated request gets the stored
// response; another request with the key gets loyalty.ErrIdempotencyMismatch. Conflicts are stored too, so act must
// have written nothing when it returns one. Other errors roll back.
func RunOnce[T, K any](b *Base, tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], act func() (T, error)) (T, error) {
	if key == "" {
		return act()
	}
	var none T
	former, responseText, known, err := tx.StoredResponses().Get(string(key))
	if err != nil {
		return none, err
	}
	if known {
		if err := tx.StoredResponses().Confirm(string(key)); err != nil {
			return none, err
		}
		return replay(former, request, responseText, form)
	}
	outcome, err := act()
	answer, err := toStoredResponse(form, outcome, err)
	if err != nil {
		return none, err
	}
	data, err := json.Marshal(answer)
	if err != nil {
		return none, fmt.Errorf("encoding a response: %w", err)
	}
	if err := tx.StoredResponses().Insert(string(key), request, string(data), b.Now()); err != nil {
		return none, err
	}
	return outcome, answer.committedError()
}

// RunAsStored calls run, which uses RunOnce, with the request's fingerprint. If the key has another fingerprint that
// isRetry recognizes, it calls run again with that one: the same request had another fingerprint before a change, for
// example of the business's country.
func RunAsStored[T any](
	tx *store.Tx, key IdempotencyKey, fingerprint string, isRetry func(storedRequest string) bool, run func(fingerprint string) (T, error),
) (T, error) {
	outcome, err := run(fingerprint)
	if !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		return outcome, err
	}
	storedRequest, _, known, reading := tx.StoredResponses().Get(string(key))
	if reading != nil {
		return outcome, reading
	}
	if !known || !isRetry(storedRequest) {
		return outcome, err
	}
	return run(storedRequest)
}

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

// RunOnceAndRefresh runs act like RunOnce, for outcomes that change. On a replay, now returns the current one.
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

// RunOnceWhileValid replays an outcome only while stands returns true. Otherwise, or after a refusal, act runs again
// and replaces the response.
func RunOnceWhileValid[T, K any](
	b *Base, tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], act func() (T, error), stands func(first T) (bool, error),
) (T, error) {
	first, repeats, err := replayIfValid(tx, key, request, form, stands)
	if err != nil {
		var none T
		return none, err
	}
	if repeats {
		return first, nil
	}
	return RunOnce(b, tx, key, request, form, act)
}

func replayIfValid[T, K any](
	tx *store.Tx, key IdempotencyKey, request string, form ResponseCodec[T, K], stands func(T) (bool, error),
) (first T, repeats bool, err error) {
	if key == "" {
		return first, false, nil
	}
	former, responseText, known, err := tx.StoredResponses().Get(string(key))
	if err != nil || !known {
		return first, false, err
	}
	first, err = replay(former, request, responseText, form)
	if err == nil {
		repeats, err = stands(first)
	} else if refusal, undoing := SplitCommitted(err); refusal != nil {
		err = undoing
	}
	switch {
	case err != nil:
		return first, repeats, err
	case repeats:
		return first, true, tx.StoredResponses().Confirm(string(key))
	}
	return first, false, tx.StoredResponses().Remove(string(key))
}

func replay[T, K any](former, request, responseText string, form ResponseCodec[T, K]) (T, error) {
	var none T
	if former != request {
		return none, loyalty.ErrIdempotencyMismatch
	}
	answer, err := decodeResponse[K](responseText)
	if err != nil {
		return none, err
	}
	if err := answer.committedError(); err != nil {
		return none, err
	}
	return form.Decode(*answer.Outcome), nil
}

// committedError commits, because the refusal is stored.
func (a storedResponse[K]) committedError() error {
	if a.Refusal == nil {
		return nil
	}
	return committedRefusal{a.Refusal.decode()}
}

// CommitRefusal marks a refusal to commit, for InBusinessIdempotent and SplitCommitted.
func CommitRefusal(refusal *loyalty.Error) error { return committedRefusal{refusal} }

type committedRefusal struct{ refusal *loyalty.Error }

func (k committedRefusal) Error() string { return k.refusal.Error() }

func (k committedRefusal) Unwrap() error { return k.refusal }

// InBusinessIdempotent runs act, which uses RunOnce, and returns a marked refusal after the commit.
func (b *Base) InBusinessIdempotent(ctx context.Context, businessID string, act func(*store.Tx) error) error {
	var refusal error
	err := b.Store.InBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		refusal, err = SplitCommitted(act(tx))
		return err
	})
	return cmp.Or(err, refusal)
}

// SplitCommitted separates a marked refusal from an error that rolls back.
func SplitCommitted(err error) (refusal, undoing error) {
	var marker committedRefusal
	if errors.As(err, &marker) {
		return marker.refusal, nil
	}
	return nil, err
}

// ReopenKey lets RunOnce decide a refused request anew, by making its key unused. It then returns the stored request. It
// ignores other requests than those with the prefix.
func ReopenKey(tx *store.Tx, key IdempotencyKey, prefix string) (request string, err error) {
	if key == "" {
		return "", nil
	}
	former, responseText, known, err := tx.StoredResponses().Get(string(key))
	if err != nil || !known || !strings.HasPrefix(former, prefix) {
		return "", err
	}
	answer, err := decodeResponse[json.RawMessage](responseText)
	if err != nil || answer.Outcome != nil {
		return former, err
	}
	return "", tx.StoredResponses().Remove(string(key))
}

// HasSucceeded reports whether a key's request succeeded.
func HasSucceeded(tx *store.Tx, key IdempotencyKey) (bool, error) {
	_, responseText, known, err := tx.StoredResponses().Get(string(key))
	if err != nil || !known {
		return false, err
	}
	answer, err := decodeResponse[json.RawMessage](responseText)
	return answer.Outcome != nil, err
}
