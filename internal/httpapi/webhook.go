package httpapi

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// maxNotice is the largest body, in bytes.
const maxNotice = 3 << 20

// Codes for callers other than the provider.
const (
	wrongToken   = "WRONG_TOKEN"
	badSignature = "BAD_SIGNATURE"
)

// Webhook holds the provider's secrets. Without them, every notice is refused.
type Webhook struct {
	AppSecret   string // signs the notices
	VerifyToken string // sent when the webhook is set up
}

func (w Webhook) signedBy(signature string, body []byte) bool {
	encodedSum, found := strings.CutPrefix(signature, "sha256=")
	sum, err := hex.DecodeString(encodedSum)
	if w.AppSecret == "" || !found || err != nil {
		return false
	}
	mac := hmac.New(sha256.New, []byte(w.AppSecret))
	mac.Write(body)
	return hmac.Equal(sum, mac.Sum(nil))
}

func (w Webhook) isVerifyToken(word string) bool {
	return w.VerifyToken != "" && subtle.ConstantTimeCompare([]byte(word), []byte(w.VerifyToken)) == 1
}

type webhookCalls struct {
	cases    *service.Service
	problems problems
	webhook  Webhook
	bulkhead bulkhead
}

type webhookSetUpInput struct {
	Mode      string `query:"hub.mode"`
	Token     string `query:"hub.verify_token"`
	Challenge string `query:"hub.challenge" maxLength:"200"`
}

type plainOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (c webhookCalls) setUp(_ context.Context, in *webhookSetUpInput) (*plainOutput, error) {
	if in.Mode != "subscribe" || !c.webhook.isVerifyToken(in.Token) {
		return nil, &Problem{status: http.StatusForbidden, Code: wrongToken, Message: "La palabra no es la acordada."}
	}
	return &plainOutput{ContentType: "text/plain; charset=utf-8", Body: []byte(in.Challenge)}, nil
}

type noticeInput struct {
	Signature string `header:"X-Hub-Signature-256"`
	RawBody   []byte
}

// Few large notices are read at a time: each is in memory during verification.
const (
	smallNotice      = 64 << 10
	maxSmallNotices  = 64
	maxLargeNotices  = 6
	noticeRetryDelay = 5 * time.Second
)

type bulkhead struct{ small, large chan struct{} }

func newBulkhead() bulkhead {
	return bulkhead{small: make(chan struct{}, maxSmallNotices), large: make(chan struct{}, maxLargeNotices)}
}

// slots returns the slots for a notice of size bytes. A negative size is unknown and counts as large.
func (r bulkhead) slots(size int64) chan struct{} {
	if size >= 0 && size <= smallNotice {
		return r.small
	}
	return r.large
}

// admit refuses notices without a signature, and notices beyond the bulkhead. The provider sends refused ones again.
func (c webhookCalls) admit(ctx huma.Context, next func(huma.Context)) {
	if ctx.Header("X-Hub-Signature-256") == "" {
		c.problems.refuse(ctx, badSignatureProblem())
		return
	}
	request, _ := humago.Unwrap(ctx)
	room := c.bulkhead.slots(request.ContentLength)
	select {
	case room <- struct{}{}:
		defer func() { <-room }()
		next(ctx)
	default:
		c.problems.refuse(ctx, loyalty.BusyFor(noticeRetryDelay))
	}
}

func badSignatureProblem() *Problem {
	return &Problem{status: http.StatusUnauthorized, Code: badSignature, Message: "La firma no es correcta."}
}

func (c webhookCalls) receive(ctx context.Context, in *noticeInput) (*okOutput, error) {
	if !c.webhook.signedBy(in.Signature, in.RawBody) {
		return nil, badSignatureProblem()
	}
	if !utf8.Valid(in.RawBody) || strings.Contains(string(in.RawBody), "\x00") {
		return nil, &Problem{status: http.StatusBadRequest, Code: "BAD_REQUEST", Message: contractMessage(http.StatusBadRequest)}
	}
	if err := c.cases.Inbox.StoreNotice(ctx, in.RawBody); err != nil {
		return nil, err
	}
	return ok(), nil
}

func webhookRoute[I, O any](path, summary string, h handler[I, O]) route {
	return define(http.MethodPost, path, provider, http.StatusOK, summary, h).withMaxBody(maxNotice)
}
