package httpapi

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
)

type portal struct {
	t         *testing.T
	cards     chan PortalCustomer
	streamErr chan error
	close     func()
}

func (s *site) followLive(customer loyalty.Customer) portal {
	s.t.Helper()
	server := httptest.NewServer(s.handler)
	s.t.Cleanup(server.Close)
	request, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, server.URL+"/api/portal/me/live", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+s.PortalToken(customer))
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		s.t.Fatal(err)
	}
	if got := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || got != "text/event-stream" {
		s.t.Fatalf("the stream answers %d %s, want 200 text/event-stream", response.StatusCode, got)
	}
	p := portal{t: s.t, cards: make(chan PortalCustomer, 10), streamErr: make(chan error, 1)}
	p.close = func() {
		if err := response.Body.Close(); err != nil {
			s.t.Error(err)
		}
	}
	s.t.Cleanup(p.close)
	go p.read(response.Body)
	return p
}

func (p portal) read(body io.Reader) {
	defer close(p.cards)
	lines := bufio.NewScanner(body)
	for lines.Scan() {
		if name, found := strings.CutPrefix(lines.Text(), "event: "); found && name != "card" {
			p.t.Errorf("the stream has an event %q, which the contract does not name", name)
		}
		data, found := strings.CutPrefix(lines.Text(), "data: ")
		if !found {
			continue
		}
		var card PortalCustomer
		if err := json.Unmarshal([]byte(data), &card); err != nil {
			p.t.Errorf("the event %q is not a card: %v", data, err)
			p.streamErr <- err
			return
		}
		p.cards <- card
	}
	p.streamErr <- lines.Err()
}

const patience = time.Minute

func (p portal) nextCard() PortalCustomer {
	p.t.Helper()
	select {
	case card, open := <-p.cards:
		if !open {
			p.t.Fatalf("the stream has ended: %v", <-p.streamErr)
		}
		return card
	case <-time.After(patience):
		p.t.Fatal("no card came within the limit")
	}
	return PortalCustomer{}
}

func (p portal) mustEnd() {
	p.t.Helper()
	for deadline := time.After(patience); ; {
		select {
		case _, open := <-p.cards:
			if !open {
				return
			}
		case <-deadline:
			p.t.Fatal("the stream did not end within the limit")
		}
	}
}

func TestPortalStream_Visit_SendsTheCard(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana := s.Customer("Ana")
	portal := s.followLive(ana)
	if card := portal.nextCard(); card.Progress.Count != 0 || card.ID != ana.ID {
		t.Errorf("the first card is %+v; want Progress.Count 0 and ID %v", card, ana.ID)
	}
	visit, err := s.SecondServer(t).Visits.Register(t.Context(), s.Barber, service.VisitRequest{CustomerID: ana.ID})
	if err != nil {
		t.Fatal(err)
	}
	if card := portal.nextCard(); card.Progress.Count != 1 || card.VisitsCount != 1 || !card.Progress.VisitedToday {
		t.Errorf("after the visit the card is %+v; want Progress.Count 1, VisitsCount 1 and Progress.VisitedToday true", card)
	}
	s.Delete(visit)
	if card := portal.nextCard(); card.Progress.Count != 0 {
		t.Errorf("after its deletion the card is %+v, want Progress.Count 0", card)
	}
	s.Visits(ana, 5)
	card := portal.nextCard()
	for card.PendingRewards == 0 { // the stream may show the stamps together or one by one
		card = portal.nextCard()
	}
	if _, err := s.Redeem(ana, loyalty.RewardHalf); err != nil {
		t.Fatal(err)
	}
	if card := portal.nextCard(); card.PendingRewards != 0 || card.Progress.Count != 5 {
		t.Errorf("after the redemption the card is %+v; want PendingRewards 0 and Progress.Count 5", card)
	}
}

func TestContract_Stream_DescribesItsEvents(t *testing.T) {
	t.Parallel()
	type schema struct {
		Ref        string `json:"$ref"`
		Type       any
		Items      *schema
		Enum       []string
		Required   []string
		Properties map[string]schema
	}
	var contract struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct{ Schema schema }
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	document, err := New(nil, Options{}).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(document, &contract); err != nil {
		t.Fatal(err)
	}
	content := contract.Paths["/portal/me/live"]["get"].Responses["200"].Content
	stream := content["text/event-stream"].Schema
	if len(content) != 1 || stream.Type != "array" || stream.Items == nil || stream.Items.Ref != "#/components/schemas/CardEvent" {
		t.Fatalf("the stream is described as %+v, want an array of CardEvent", content)
	}
	event := contract.Components.Schemas["CardEvent"]
	if name := event.Properties["event"]; !slices.Equal(name.Enum, []string{"card"}) || !slices.Equal(event.Required, []string{"event", "data"}) {
		t.Errorf("an event is described as %+v; want the event card, with event and data required", event)
	}
	if data := event.Properties["data"]; data.Ref != "#/components/schemas/PortalCustomer" || contract.Components.Schemas["PortalCustomer"].Properties == nil {
		t.Errorf("the data of an event are described as %+v, want PortalCustomer", data)
	}
}

func TestPortalStream_OtherCards_SendNothing(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, berta, child := s.Customer("Ana"), s.Customer("Berta Ajena"), s.Customer("Hija")
	s.Family(loyalty.PolicyPool, ana, child)
	portal, others := s.followLive(ana), s.followLive(berta)
	portal.nextCard()
	others.nextCard()
	s.other.Visit(s.other.Customer("Otra"))
	s.Visit(berta)
	if card := others.nextCard(); card.ID != berta.ID || card.VisitsCount != 1 {
		t.Errorf("Berta's card is %+v; want ID %v and VisitsCount 1", card, berta.ID)
	}
	s.Visit(child) // stamps the family's card
	if card := portal.nextCard(); card.ID != ana.ID || card.Progress.Count != 1 || card.VisitsCount != 0 {
		t.Errorf("the family's card is %+v; want ID %v, Progress.Count 1 and VisitsCount 0", card, ana.ID)
	}
}

func TestPortalStream_RevokedToken_Ends(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ana, berta := s.Customer("Ana"), s.Customer("Berta")
	anas, bertas := s.followLive(ana), s.followLive(berta)
	anas.nextCard()
	bertas.nextCard()
	s.Archive(ana)
	anas.mustEnd()
	s.call(asOperator, http.MethodPost, "/cp/businesses/"+s.Business.ID+"/suspend", "").has(http.StatusOK)
	bertas.mustEnd()
}

func TestPortalStream_TooManyOfACustomer_EndsTheOldest(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	api := New(s.Cases, Options{Log: s.log(), Ready: s.Store.Ready})
	s.handler = WithSecurityHeaders(api, HSTS{})
	ana := s.Customer("Ana")
	var portals []portal
	for range 4 {
		portals = append(portals, s.followLive(ana))
	}
	portals[0].mustEnd()
	for _, portal := range portals[1:] {
		portal.nextCard()
	}
	s.Visit(ana)
	for _, portal := range portals[1:] {
		if card := portal.nextCard(); card.VisitsCount != 1 {
			t.Errorf("the stream that stays open sends %+v, want one visit", card)
		}
	}
	api.EndStreams()
	for _, portal := range portals[1:] {
		portal.mustEnd()
	}
}

func TestPortalStream_TooManyOnTheServer_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	user := func(i int) access.PortalUser {
		return access.PortalUser{CustomerID: fmt.Sprint(i), BusinessID: fmt.Sprint("shop-of-", i/500)}
	}
	var listeners []*service.Listener
	for i := range 5000 {
		listener, err := s.Cases.Live.Listen(t.Context(), user(i))
		if err != nil {
			t.Fatalf("listener %d was refused: %v", i, err)
		}
		listeners = append(listeners, listener)
	}
	if _, err := s.Cases.Live.Listen(t.Context(), user(5000)); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("one listener too many: got %v, want ErrTooMany", err)
	}
	s.Cases.Live.StopListening(listeners[0])
	if _, err := s.Cases.Live.Listen(t.Context(), user(5000)); err != nil {
		t.Errorf("after one listener left, another was refused: %v", err)
	}
	for _, listener := range listeners {
		s.Cases.Live.StopListening(listener)
	}
}
