// Package graphtest imitates the WhatsApp Business Cloud API for tests: it refuses what Meta refuses, simulates network
// faults, and sends notices late, repeated and out of order. Error codes:
// https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes
package graphtest

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Fault is what goes wrong with one request.
type Fault int

// Faults.
const (
	None          Fault = iota
	LostBefore          // before the message is accepted
	LostAfter           // accepted without a response
	SlowAfter           // accepted at once, but without a response for LateBy
	AcceptedLate        // after the caller's timeout
	Overload            // 429 without the API's error body
	TooFast             // code 130429: too many messages
	Spam                // code 131048: spam rate limit
	Trouble             // 500, from the API
	Proxy               // 502 of a proxy; not accepted, which the caller cannot know
	Undeliverable       // code 131026
	MarketingStop       // code 131050: the customer stopped marketing
	BadToken            // code 190
)

// LateBy is how long a slow request is held before its connection is closed: longer than the caller's timeout.
const LateBy = 25 * time.Second

// AcceptedMessage is an accepted message.
type AcceptedMessage struct {
	MessageID  string // ours
	ProviderID string // of the API
	Sender     string // phone number id
	At         time.Time
	Body       Body
}

// Body is the body of a request to send.
type Body struct {
	Product   string `json:"messaging_product"`
	Recipient string `json:"recipient_type"`
	To        string `json:"to"`
	ToHidden  string `json:"recipient"`
	Type      string `json:"type"`
	MessageID string `json:"biz_opaque_callback_data"`
	Text      *struct {
		Body string `json:"body"`
	} `json:"text"`
	Template *SentTemplate `json:"template"`
}

// SentTemplate is a template with values.
type SentTemplate struct {
	Name     string `json:"name"`
	Language struct {
		Code string `json:"code"`
	} `json:"language"`
	Components []Component `json:"components"`
}

// Component is a filled-in part of a template.
type Component struct {
	Type       string      `json:"type"`
	SubType    string      `json:"sub_type"`
	Index      string      `json:"index"`
	Parameters []Parameter `json:"parameters"`
}

// Parameter fills a placeholder.
type Parameter struct {
	Type  string `json:"type"`
	Text  string `json:"text"`
	Image struct {
		ID   string `json:"id"`
		Link string `json:"link"`
	} `json:"image"`
}

// Graph imitates the API. It is an http.RoundTripper and an http.Handler.
type Graph struct {
	Token         string
	Version       string
	Faults        func(Body) Fault
	PictureFaults func() Fault
	// Random returns the random source for one decision: which notices are sent, when and in which order. The key, such
	// as a message's id, makes a run repeatable.
	Random  func(key string) *rand.Rand
	Account Account
	// NoPairLimit lifts the limit per phone.
	NoPairLimit bool

	mutex            sync.Mutex
	webhooks         webhookQueue
	acceptedMessages []AcceptedMessage
	pictures         map[string]picture
	limits           limits
	late             sync.WaitGroup
}

// New returns a Graph without faults.
func New(token, version string) *Graph {
	return &Graph{
		Token: token, Version: version, pictures: map[string]picture{}, limits: newLimits(),
		Faults: func(Body) Fault { return None }, PictureFaults: func() Fault { return None },
		Random: func(string) *rand.Rand { return rand.New(rand.NewPCG(1, 1)) },
	}
}

// AcceptedMessages returns messages in order.
func (g *Graph) AcceptedMessages() []AcceptedMessage {
	g.late.Wait()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return append([]AcceptedMessage(nil), g.acceptedMessages...)
}

// Picture returns an upload.
func (g *Graph) Picture(id string) []byte {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.pictures[id].content
}

func (g *Graph) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case r.Method == http.MethodGet && len(path) > 1 && path[0] == g.Version:
		g.answerAbout(w, r, path[1:])
	case r.Method != http.MethodPost || len(path) != 3 || path[0] != g.Version:
		newUnsupportedRefusal("post").write(w)
	default:
		g.take(w, r, path[1], path[2])
	}
}

func (g *Graph) take(w http.ResponseWriter, r *http.Request, sender, path string) {
	refusal := g.refuseCaller(r, ScopeMessaging)
	if refusal == nil && !g.Account.has(sender) {
		refusal = unknownObject(sender)
	}
	switch {
	case refusal != nil:
		// An unread body would break the connection.
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			panic(http.ErrAbortHandler)
		}
		refusal.write(w)
	case path == "media":
		g.takePicture(w, r, sender)
	case path == "messages":
		g.takeMessage(w, r, sender)
	default:
		newUnsupportedRefusal("post").write(w)
	}
}

func (g *Graph) takeMessage(w http.ResponseWriter, r *http.Request, sender string) {
	body, refusal := readBody(r)
	if refusal == nil {
		refusal = g.refuseMessage(sender, body)
	}
	if refusal == nil {
		refusal = g.refuseRate(sender, body)
	}
	if refusal != nil {
		refusal.write(w)
		return
	}
	g.respond(w, g.Faults(body), func() any { return acceptedResponse(body, g.accept(body, sender)) })
}

func (g *Graph) respond(w http.ResponseWriter, fault Fault, accept func() any) {
	switch fault {
	case LostBefore:
		panic(http.ErrAbortHandler)
	case LostAfter:
		accept()
		panic(http.ErrAbortHandler)
	case SlowAfter:
		accept()
		time.Sleep(LateBy)
		panic(http.ErrAbortHandler)
	case AcceptedLate:
		g.late.Go(func() {
			time.Sleep(LateBy)
			accept()
		})
		time.Sleep(LateBy)
		panic(http.ErrAbortHandler)
	case Overload:
		w.WriteHeader(http.StatusTooManyRequests)
	case Proxy:
		w.WriteHeader(http.StatusBadGateway)
	case None:
		respondJSON(w, http.StatusOK, accept())
	default:
		refusals[fault].write(w)
	}
}

var refusals = map[Fault]refusal{
	TooFast:       {status: http.StatusBadRequest, code: 130429, title: "Rate limit hit"},
	Spam:          {status: http.StatusBadRequest, code: 131048, title: "Spam rate limit hit"},
	Trouble:       {status: http.StatusInternalServerError, code: 131000, title: "Something went wrong"},
	Undeliverable: {status: http.StatusBadRequest, code: 131026, title: "Message undeliverable"},
	MarketingStop: {status: http.StatusBadRequest, code: 131050, title: "User's number has opted out of marketing"},
	BadToken:      {status: http.StatusUnauthorized, code: 190, title: "Error validating access token"},
}

func (g *Graph) accept(body Body, sender string) string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	message := AcceptedMessage{
		MessageID: body.MessageID, ProviderID: fmt.Sprintf("wamid.%d", len(g.acceptedMessages)+1), Sender: sender, At: time.Now(), Body: body,
	}
	g.acceptedMessages = append(g.acceptedMessages, message)
	g.webhooks.addOutcome(message, g.failureCode(message), g.Random(message.MessageID))
	return message.ProviderID
}

func acceptedResponse(body Body, id string) any {
	return map[string]any{
		"messaging_product": "whatsapp",
		"contacts":          []map[string]string{{"input": body.To, "wa_id": whatsAppID(body.To)}},
		"messages":          []map[string]string{{"id": id}},
	}
}

// whatsAppID returns the WhatsApp id of a phone. It adds Mexico's 1 and Argentina's 9, and removes Brazil's ninth digit
// in area codes from 30 on.
func whatsAppID(phone string) string {
	digits := strings.TrimPrefix(phone, "+")
	for _, rule := range []struct {
		asDialled *regexp.Regexp
		as        string
	}{
		{regexp.MustCompile(`^52(\d{10})$`), `521$1`},
		{regexp.MustCompile(`^54([1-8]\d{9})$`), `549$1`},
		{regexp.MustCompile(`^55([3-9]\d)9(\d{8})$`), `55${1}${2}`},
	} {
		digits = rule.asDialled.ReplaceAllString(digits, rule.as)
	}
	return digits
}

func respondJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(http.ErrAbortHandler)
	}
}
