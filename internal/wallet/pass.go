package wallet

import (
	"encoding/json"
	"fmt"
	"image/color"
	"slices"
	"strings"

	"axioma/internal/loyalty"
)

// Card is the content of a pass.
type Card struct {
	Serial string // unique, at least 16 characters
	Token  string // authenticates the phone; unique, at least 16 characters
	loyalty.PassFace
	QR     string
	Portal string // URL; may be empty

	LogoPicture []byte // PNG of PassFace.Logo
}

// document mirrors pass.json.
type document struct {
	FormatVersion      int       `json:"formatVersion"`
	PassTypeIdentifier string    `json:"passTypeIdentifier"`
	TeamIdentifier     string    `json:"teamIdentifier"`
	SerialNumber       string    `json:"serialNumber"`
	OrganizationName   string    `json:"organizationName"`
	Description        string    `json:"description"`
	LogoText           string    `json:"logoText"`
	Foreground         string    `json:"foregroundColor"`
	Label              string    `json:"labelColor"`
	Background         string    `json:"backgroundColor"`
	SharingProhibited  bool      `json:"sharingProhibited"`
	Voided             bool      `json:"voided"`
	WebServiceURL      string    `json:"webServiceURL,omitempty"`
	Token              string    `json:"authenticationToken,omitempty"`
	Barcodes           []barcode `json:"barcodes,omitempty"`
	StoreCard          storeCard `json:"storeCard"`
}

type barcode struct {
	Format   string `json:"format"`
	Message  string `json:"message"`
	Encoding string `json:"messageEncoding"`
}

type storeCard struct {
	Header    []field `json:"headerFields"`
	Secondary []field `json:"secondaryFields"`
	Auxiliary []field `json:"auxiliaryFields"`
	Back      []field `json:"backFields"`
}

type field struct {
	Key           string `json:"key"`
	Label         string `json:"label,omitempty"`
	Value         string `json:"value"`
	ChangeMessage string `json:"changeMessage,omitempty"`
}

func (c Card) document(i Identity, service string) ([]byte, error) {
	d := document{
		FormatVersion: 1, PassTypeIdentifier: i.PassType(), TeamIdentifier: i.Team(), SerialNumber: c.Serial,
		OrganizationName: c.Business, Description: "Tarjeta de sellos de " + c.Business, LogoText: c.Business,
		Foreground: css(cream()), Label: css(brass()), Background: css(InksOf(c.Colour).Enamel),
		SharingProhibited: true, Voided: c.Void, StoreCard: c.fields(),
	}
	if !c.Void {
		d.Barcodes = []barcode{{Format: "PKBarcodeFormatQR", Message: c.QR, Encoding: "iso-8859-1"}}
	}
	if service != "" {
		d.WebServiceURL, d.Token = service, c.Token
	}
	text, err := json.Marshal(d)
	if err != nil {
		return nil, fmt.Errorf("writing a pass: %w", err)
	}
	return text, nil
}

func css(ink color.RGBA) string { return fmt.Sprintf("rgb(%d, %d, %d)", ink.R, ink.G, ink.B) }

func (c Card) fields() storeCard {
	if c.Void {
		return storeCard{
			Header: []field{}, Auxiliary: []field{}, Back: []field{},
			Secondary: []field{{Key: "void", Label: "TARJETA", Value: "Ya no es válida", ChangeMessage: "Tu tarjeta: %@"}},
		}
	}
	return storeCard{
		Header:    []field{{Key: "visits", Label: "VISITAS", Value: fmt.Sprintf("%d/%d", FilledPlaces(c.Progress), c.Progress.Terms.Target)}},
		Secondary: []field{{Key: "name", Label: "A NOMBRE DE", Value: c.FirstName}, {Key: "next", Label: "SIGUIENTE", Value: next(c.Progress)}},
		Auxiliary: c.auxiliary(),
		Back:      c.back(),
	}
}

func (c Card) auxiliary() []field {
	fields := []field{}
	if words := owedText(c.Progress); words != "" {
		fields = append(fields, field{Key: "owed", Label: "TE ESPERA", Value: words})
	}
	switch {
	case c.Progress.FamilyName != "":
		fields = append(fields, field{Key: "family", Label: "FAMILIA", Value: c.Progress.FamilyName})
	case c.Progress.Terms.VIP:
		fields = append(fields, field{Key: "vip", Label: "TARJETA", Value: "VIP"})
	}
	return fields
}

// back announces changes only by its first field, so that a stamp shows one banner.
func (c Card) back() []field {
	fields := []field{
		{Key: "news", Label: "Así va tu tarjeta", Value: news(c.Progress), ChangeMessage: "%@"},
		{Key: "terms", Label: "Qué paga", Value: terms(c.Progress.Terms)},
	}
	fields = append(fields, c.premises()...)
	if c.Portal != "" {
		fields = append(fields,
			field{Key: "portal", Label: "Tus visitas y recompensas", Value: c.Portal},
			field{Key: "leave", Label: "Tus datos", Value: PrivacyText})
	}
	return append(fields, field{Key: "maker", Value: "Hecho con Axioma"})
}

// premises returns texts that phones turn into links.
func (c Card) premises() []field {
	fields := []field{
		{Key: "hours", Label: "Horario", Value: week(c.Premises.Hours)},
		{Key: "address", Label: "Dónde estamos", Value: c.Premises.Address},
		{Key: "phone", Label: "Teléfono", Value: c.Premises.Phone},
		{Key: "booking", Label: "Reservar cita", Value: c.Premises.BookingURL},
	}
	return slices.DeleteFunc(fields, func(f field) bool { return f.Value == "" })
}

func week(hours loyalty.OpeningHours) string {
	var lines []string
	for _, line := range hours.Lines() {
		lines = append(lines, line.Days+": "+line.Hours)
	}
	return strings.Join(lines, "\n")
}

func next(p loyalty.Progress) string {
	if FilledPlaces(p) == p.Terms.Target {
		return "Tarjeta completa"
	}
	if toHalf, has := p.ToHalf(); has && toHalf > 0 {
		return sayMissing(toHalf, "el 50 %")
	}
	return sayMissing(p.ToFree(), "el servicio gratis")
}

func sayMissing(visits int64, reward string) string {
	verb := "Faltan"
	if visits == 1 {
		verb = "Falta"
	}
	return fmt.Sprintf("%s %d para %s", verb, visits, reward)
}

func owedText(p loyalty.Progress) string {
	var words []string
	for _, kind := range loyalty.RewardKinds() {
		if reward, waits := p.FirstOwed(kind); waits {
			words = append(words, reward.ShortText())
		}
	}
	return strings.Join(words, " y ")
}

func news(p loyalty.Progress) string {
	stands := fmt.Sprintf("Llevas %d de %d visitas", FilledPlaces(p), p.Terms.Target)
	if words := owedText(p); words != "" {
		return fmt.Sprintf("¡Te espera: %s! %s.", words, stands)
	}
	return fmt.Sprintf("%s. %s.", stands, next(p))
}

func terms(t loyalty.Terms) string {
	words := fmt.Sprintf("Cada %d visitas, un servicio gratis.", t.Target)
	if t.Half > 0 {
		words += fmt.Sprintf(" A las %d, un 50 %% de descuento.", t.Half)
	}
	return words + " Cada visita pone un sello. Enseña el código en el mostrador."
}
