package usecase

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// storedResponseVersion grows with an incompatible change. The former reader must stay as long as responses are stored.
const storedResponseVersion = 1

var errNewerVersion = errors.New("the response was stored by a newer program")

// ResponseCodec encodes outcomes. Stored field names must not change.
type ResponseCodec[T, K any] struct {
	Encode func(T) K
	Decode func(K) T
}

// PlainCodec returns a codec for outcomes without field names, or with stable ones.
func PlainCodec[T any]() ResponseCodec[T, T] {
	same := func(outcome T) T { return outcome }
	return ResponseCodec[T, T]{Encode: same, Decode: same}
}

// storedResponse is a stored result. One without version has version 1.
type storedResponse[K any] struct {
	Version int            `json:"v"`
	Outcome *K             `json:"outcome,omitempty"`
	Refusal *storedRefusal `json:"refusal,omitempty"`
}

func decodeResponse[K any](responseText string) (storedResponse[K], error) {
	var answer storedResponse[K]
	if err := json.Unmarshal([]byte(responseText), &answer); err != nil {
		return answer, fmt.Errorf("decoding a stored response: %w", err)
	}
	if answer.Version > storedResponseVersion {
		return answer, fmt.Errorf("decoding a stored response of version %d: %w", answer.Version, errNewerVersion)
	}
	return answer, nil
}

type storedRefusal struct {
	Code        string               `json:"Code"`
	Message     string               `json:"Message"`
	Hint        string               `json:"Hint"`
	AvailableAt time.Time            `json:"AvailableAt"`
	Existing    *storedExistingVisit `json:"Existing"`
}

type storedExistingVisit struct {
	At           time.Time `json:"At"`
	RegisteredBy string    `json:"RegisteredBy"`
}

func encodeRefusal(r *loyalty.Error) *storedRefusal {
	shape := storedRefusal{Code: r.Code, Message: r.Message, Hint: r.Hint, AvailableAt: r.AvailableAt}
	if r.Existing != nil {
		shape.Existing = &storedExistingVisit{At: r.Existing.At, RegisteredBy: r.Existing.RegisteredBy}
	}
	return &shape
}

func (k *storedRefusal) decode() *loyalty.Error {
	refusal := loyalty.Error{Kind: loyalty.Conflict, Code: k.Code, Message: k.Message, Hint: k.Hint, AvailableAt: k.AvailableAt}
	if k.Existing != nil {
		refusal.Existing = &loyalty.ExistingVisit{At: k.Existing.At, RegisteredBy: k.Existing.RegisteredBy}
	}
	return &refusal
}
