package usecase

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// storedResponseVersion is of the shapes of answers: those of this file, and those in which package
// service keeps its outcomes. A shape that changes so that what was
// kept before cannot be read any more takes the next number, and what reads the
// former one stays as long as answers are kept.
const storedResponseVersion = 1

// errNewerVersion is an answer that another copy of the program has kept, which is
// newer.
var errNewerVersion = errors.New("the answer was kept by a newer program")

// ResponseCodec is how outcomes of one kind are kept: in a shape of their own, whose names
// stay while answers wait, whatever the program calls things by then.
type ResponseCodec[T, K any] struct {
	Encode func(T) K
	Decode func(K) T
}

// PlainCodec keeps what has no names, or has its own.
func PlainCodec[T any]() ResponseCodec[T, T] {
	same := func(outcome T) T { return outcome }
	return ResponseCodec[T, T]{Encode: same, Decode: same}
}

// storedResponse is what a request was answered: an outcome or a refusal. One without a
// version is of the first.
type storedResponse[K any] struct {
	Version int            `json:"v"`
	Outcome *K             `json:"outcome,omitempty"`
	Refusal *storedRefusal `json:"refusal,omitempty"`
}

// decodeResponse reads an answer.
func decodeResponse[K any](stored string) (storedResponse[K], error) {
	var answer storedResponse[K]
	if err := json.Unmarshal([]byte(stored), &answer); err != nil {
		return answer, fmt.Errorf("reading an idempotent answer: %w", err)
	}
	if answer.Version > storedResponseVersion {
		return answer, fmt.Errorf("reading an idempotent answer of version %d: %w", answer.Version, errNewerVersion)
	}
	return answer, nil
}

// storedRefusal is a conflict: no other refusal is kept.
type storedRefusal struct {
	Code        string               `json:"Code"`
	Message     string               `json:"Message"`
	Hint        string               `json:"Hint"`
	AvailableAt time.Time            `json:"AvailableAt"`
	Existing    *storedExistingVisit `json:"Existing"`
}

// storedExistingVisit is the visit that keeps a further one off its day.
type storedExistingVisit struct {
	At           time.Time `json:"At"`
	RegisteredBy string    `json:"RegisteredBy"`
}

func encodeRefusal(r *loyalty.Error) *storedRefusal {
	kept := storedRefusal{Code: r.Code, Message: r.Message, Hint: r.Hint, AvailableAt: r.AvailableAt}
	if r.Existing != nil {
		kept.Existing = &storedExistingVisit{At: r.Existing.At, RegisteredBy: r.Existing.RegisteredBy}
	}
	return &kept
}

func (k *storedRefusal) decode() *loyalty.Error {
	refusal := loyalty.Error{Kind: loyalty.Conflict, Code: k.Code, Message: k.Message, Hint: k.Hint, AvailableAt: k.AvailableAt}
	if k.Existing != nil {
		refusal.Existing = &loyalty.ExistingVisit{At: k.Existing.At, RegisteredBy: k.Existing.RegisteredBy}
	}
	return &refusal
}
