// Package graphtest is a stand-in for the WhatsApp Business Cloud API. It
// answers as the documentation says, and has the faults of a network: requests
// that never come, answers that get lost or come late, servers that are
// overloaded. It remembers what it has accepted, and when.
//
// Only tests import it.
package graphtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Fault is what goes wrong with one request.
type Fault int

// The faults. After those that say so the message was accepted.
const (
	None          Fault = iota
	NoConnection        // nobody answers the call
	LostBefore          // the connection breaks before the message is accepted
	LostAfter           // the message is accepted and the answer is lost
	SlowAfter           // the message is accepted, and the answer comes too late
	AcceptedLate        // the message is accepted after the sender has given up
	Overloaded          // 429 without an error of the API
	TooFast             // 130429
	Spam                // 131048
	Trouble             // 500 with an error of the API
	Proxy               // 502 of somebody in between: accepted or not, nobody can say
	Undeliverable       // 131026
	Stopped             // 131050: the customer wants no marketing
	BadToken            // 190
)

// Late is how much later than the sender's patience a slow answer comes.
const Late = 25 * time.Second

// Accepted is a message that the API has accepted.
type Accepted struct {
	MessageID string // as the sender calls it
	Sender    string // phone number id
	At        time.Time
	Body      Body
}

// Body is what a request to send a message says.
type Body struct {
	Product   string `json:"messaging_product"`
	Recipient string `json:"recipient_type"`
	To        string `json:"to"`
	Type      string `json:"type"`
	MessageID string `json:"biz_opaque_callback_data"`
	Text      *struct {
		Body string `json:"body"`
	} `json:"text"`
	Template *struct {
		Name     string `json:"name"`
		Language struct {
			Code string `json:"code"`
		} `json:"language"`
		Components []Component `json:"components"`
	} `json:"template"`
}

// Component fills in a part of a template.
type Component struct {
	Type       string `json:"type"`
	SubType    string `json:"sub_type"`
	Index      string `json:"index"`
	Parameters []struct {
		Type  string `json:"type"`
		Text  string `json:"text"`
		Image struct {
			ID string `json:"id"`
		} `json:"image"`
	} `json:"parameters"`
}

// Graph is the stand-in. It is an http.RoundTripper and an http.Handler.
type Graph struct {
	Token   string
	Version string
	// Faults decides about each request to send a message.
	Faults func(Body) Fault

	mutex    sync.Mutex
	accepted []Accepted
	pictures map[string][]byte
	late     sync.WaitGroup
}

// New returns a stand-in without faults.
func New(token, version string) *Graph {
	return &Graph{Token: token, Version: version, Faults: func(Body) Fault { return None }, pictures: map[string][]byte{}}
}

// Accepted are the messages that were accepted, in order.
func (g *Graph) Accepted() []Accepted {
	g.late.Wait()
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return append([]Accepted(nil), g.accepted...)
}

// Picture is an uploaded picture.
func (g *Graph) Picture(id string) []byte {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.pictures[id]
}

// ServeHTTP answers a request.
func (g *Graph) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case r.Method != http.MethodPost || len(path) != 3 || path[0] != g.Version:
		refuse(w, http.StatusBadRequest, 100, "Unsupported post request")
	case r.Header.Get("Authorization") != "Bearer "+g.Token:
		refuse(w, http.StatusUnauthorized, 190, "Invalid OAuth access token")
	case path[2] == "media":
		g.takePicture(w, r)
	case path[2] == "messages":
		g.takeMessage(w, r, path[1])
	default:
		refuse(w, http.StatusBadRequest, 100, "Unsupported post request")
	}
}

func (g *Graph) takePicture(w http.ResponseWriter, r *http.Request) {
	file, header, err := r.FormFile("file")
	if err != nil || r.FormValue("messaging_product") != "whatsapp" || header.Header.Get("Content-Type") != "image/png" {
		refuse(w, http.StatusBadRequest, 100, "Invalid parameter")
		return
	}
	picture, err := io.ReadAll(file)
	if err != nil {
		refuse(w, http.StatusBadRequest, 131053, "Media upload error")
		return
	}
	g.mutex.Lock()
	id := fmt.Sprint(1_000_000 + len(g.pictures))
	g.pictures[id] = picture
	g.mutex.Unlock()
	answer(w, http.StatusOK, map[string]any{"id": id})
}

func (g *Graph) takeMessage(w http.ResponseWriter, r *http.Request, sender string) {
	var body Body
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || body.Product != "whatsapp" || body.To == "" {
		refuse(w, http.StatusBadRequest, 131008, "Required parameter is missing")
		return
	}
	switch g.Faults(body) {
	case LostBefore:
		panic(http.ErrAbortHandler)
	case LostAfter:
		g.accept(body, sender)
		panic(http.ErrAbortHandler)
	case SlowAfter:
		g.accept(body, sender)
		time.Sleep(Late)
		panic(http.ErrAbortHandler)
	case AcceptedLate:
		g.late.Go(func() {
			time.Sleep(Late)
			g.accept(body, sender)
		})
		time.Sleep(Late)
		panic(http.ErrAbortHandler)
	case Overloaded:
		w.WriteHeader(http.StatusTooManyRequests)
	case TooFast:
		refuse(w, http.StatusBadRequest, 130429, "Rate limit hit")
	case Spam:
		refuse(w, http.StatusBadRequest, 131048, "Spam rate limit hit")
	case Trouble:
		refuse(w, http.StatusInternalServerError, 131000, "Something went wrong")
	case Proxy:
		w.WriteHeader(http.StatusBadGateway)
	case Undeliverable:
		refuse(w, http.StatusBadRequest, 131026, "Message undeliverable")
	case Stopped:
		refuse(w, http.StatusBadRequest, 131050, "User's number has opted out of marketing")
	case BadToken:
		refuse(w, http.StatusUnauthorized, 190, "Error validating access token")
	default:
		g.welcome(w, body, sender)
	}
}

func (g *Graph) accept(body Body, sender string) string {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.accepted = append(g.accepted, Accepted{MessageID: body.MessageID, Sender: sender, At: time.Now(), Body: body})
	return fmt.Sprintf("wamid.%d", len(g.accepted))
}

func (g *Graph) welcome(w http.ResponseWriter, body Body, sender string) {
	id := g.accept(body, sender)
	answer(w, http.StatusOK, map[string]any{
		"messaging_product": "whatsapp",
		"contacts":          []map[string]string{{"input": body.To, "wa_id": strings.TrimPrefix(body.To, "+")}},
		"messages":          []map[string]string{{"id": id}},
	})
}

func refuse(w http.ResponseWriter, status, code int, message string) {
	answer(w, status, map[string]any{"error": map[string]any{
		"message": fmt.Sprintf("(#%d) %s", code, message), "type": "OAuthException", "code": code,
		"error_data": map[string]string{"messaging_product": "whatsapp", "details": message}, "fbtrace_id": "Az8or2yhqkZfEZ",
	}})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(body); err != nil {
		panic(http.ErrAbortHandler) // the caller has gone
	}
}
