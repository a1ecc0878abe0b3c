package usecase

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// keptVersion is of the shapes of answers: those of this file, and those in which package
// service keeps its outcomes. A shape that changes so that what was
// kept before cannot be read any more takes the next number, and what reads the
// former one stays as long as answers are kept.
const keptVersion = 1

// errKeptByNewer is an answer that another copy of the program has kept, which is
// newer.
var errKeptByNewer = errors.New("the answer was kept by a newer program")

// Form is how outcomes of one kind are kept: in a shape of their own, whose names
// stay while answers wait, whatever the program calls things by then.
type Form[T, K any] struct {
	Keep func(T) K
	Read func(K) T
}

// PlainForm keeps what has no names, or has its own.
func PlainForm[T any]() Form[T, T] {
	same := func(outcome T) T { return outcome }
	return Form[T, T]{Keep: same, Read: same}
}

// keptAnswer is what a request was answered: an outcome or a refusal. One without a
// version is of the first.
type keptAnswer[K any] struct {
	Version int          `json:"v"`
	Outcome *K           `json:"outcome,omitempty"`
	Refusal *keptRefused `json:"refusal,omitempty"`
}

// readKept reads an answer.
func readKept[K any](stored string) (keptAnswer[K], error) {
	var answer keptAnswer[K]
	if err := json.Unmarshal([]byte(stored), &answer); err != nil {
		return answer, fmt.Errorf("reading an idempotent answer: %w", err)
	}
	if answer.Version > keptVersion {
		return answer, fmt.Errorf("reading an idempotent answer of version %d: %w", answer.Version, errKeptByNewer)
	}
	return answer, nil
}

// keptRefused is a conflict: no other refusal is kept.
type keptRefused struct {
	Code        string         `json:"Code"`
	Message     string         `json:"Message"`
	Hint        string         `json:"Hint"`
	AvailableAt time.Time      `json:"AvailableAt"`
	Existing    *keptSameDayIs `json:"Existing"`
}

// keptSameDayIs is the visit that keeps a further one off its day.
type keptSameDayIs struct {
	At           time.Time `json:"At"`
	RegisteredBy string    `json:"RegisteredBy"`
}

func keepRefusal(r *loyalty.Error) *keptRefused {
	kept := keptRefused{Code: r.Code, Message: r.Message, Hint: r.Hint, AvailableAt: r.AvailableAt}
	if r.Existing != nil {
		kept.Existing = &keptSameDayIs{At: r.Existing.At, RegisteredBy: r.Existing.RegisteredBy}
	}
	return &kept
}

func (k *keptRefused) refusal() *loyalty.Error {
	refusal := loyalty.Error{Kind: loyalty.Conflict, Code: k.Code, Message: k.Message, Hint: k.Hint, AvailableAt: k.AvailableAt}
	if k.Existing != nil {
		refusal.Existing = &loyalty.ExistingVisit{At: k.Existing.At, RegisteredBy: k.Existing.RegisteredBy}
	}
	return &refusal
}
