package googlewallet

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"
	"strconv"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

// class is a loyaltyClass: the passes of a business. A PATCH keeps omitted fields, so those that can become empty have
// no omitempty.
type class struct {
	ID           string    `json:"id"`
	IssuerName   string    `json:"issuerName"`
	ProgramName  string    `json:"programName"`
	Logo         picture   `json:"programLogo"`
	ReviewStatus string    `json:"reviewStatus"`
	Background   string    `json:"hexBackgroundColor"`
	Country      string    `json:"countryCode"`
	NameLabel    string    `json:"accountNameLabel"`
	Callback     callbacks `json:"callbackOptions"`
	Holders      string    `json:"multipleDevicesAndHoldersAllowedStatus"`
	Texts        []text    `json:"textModulesData"`
	Links        links     `json:"linksModuleData"`
}

type callbacks struct {
	URL string `json:"url"`
}

type picture struct {
	Source      source        `json:"sourceUri"`
	Description localizedText `json:"contentDescription"`
}

type source struct {
	URI string `json:"uri"`
}

type localizedText struct {
	Default translation `json:"defaultValue"`
}

type translation struct {
	Language string `json:"language"`
	Value    string `json:"value"`
}

func newPicture(address, shows string) picture {
	return picture{source{address}, localizedText{translation{"es", shows}}}
}

type object struct {
	ID          string    `json:"id"`
	ClassID     string    `json:"classId"`
	State       string    `json:"state"`
	AccountName string    `json:"accountName"`
	Points      points    `json:"loyaltyPoints"`
	Further     points    `json:"secondaryLoyaltyPoints"`
	Barcode     barcode   `json:"barcode"`
	Strip       *picture  `json:"heroImage,omitempty"` // omitted if Google cannot fetch it
	Texts       []text    `json:"textModulesData"`
	Links       links     `json:"linksModuleData"`
	Group       group     `json:"groupingInfo"`
	Messages    []message `json:"messages"`
}

// notifyingObject makes phones announce the change.
type notifyingObject struct {
	object
	Notify string `json:"notifyPreference"`
}

type expiredObject struct {
	ID      string `json:"id"`
	ClassID string `json:"classId"`
	State   string `json:"state"`
	Texts   []text `json:"textModulesData"`
}

type points struct {
	Label   string  `json:"label"`
	Balance balance `json:"balance"`
}

type balance struct {
	String string `json:"string"`
}

type barcode struct {
	Type      string `json:"type"`
	Value     string `json:"value"`
	Alternate string `json:"alternateText"`
}

type text struct {
	ID     string `json:"id"`
	Header string `json:"header"`
	Body   string `json:"body"`
}

type links struct {
	URIs []uri `json:"uris"`
}

type uri struct {
	ID          string `json:"id"`
	URI         string `json:"uri"`
	Description string `json:"description"`
}

type group struct {
	ID string `json:"groupingId"`
}

type message struct {
	ID     string `json:"id"`
	Header string `json:"header"`
	Body   string `json:"body"`
	Type   string `json:"messageType"`
}

// Card is the content of a Google pass. Portal, Strip, Mark and PlainMark are URLs.
type Card struct {
	Serial   string
	Business loyalty.Business
	loyalty.PassFace
	Group     string // equal for cards shown together
	QR        string
	Portal    string
	Strip     string
	Mark      string // the logo, or our mark in the business's colour
	PlainMark string
}

func (a Account) classID(businessID string) string { return a.Issuer + "." + businessID }

func (a Account) objectID(serial string) string { return a.Issuer + "." + serial }

// class returns the class of a card. Google shows it before its review, and reviews a changed class again.
func (a Account) class(card Card, callback string) class {
	return class{
		ID: a.classID(card.Business.ID), IssuerName: card.Business.Name, ProgramName: "Tarjeta de sellos",
		Logo: newPicture(card.Mark, card.Business.Name), ReviewStatus: "UNDER_REVIEW",
		Background: hex(wallet.InksOf(card.Colour).Enamel), Country: cmp.Or(card.Business.Country, loyalty.DefaultCountry),
		NameLabel: "A nombre de", Callback: callbacks{callback}, Holders: "ONE_USER_ALL_DEVICES",
		Texts: premisesTexts(card.Business.Premises), Links: links{contactLinks(card.Business.Premises)},
	}
}

func premisesTexts(p loyalty.Premises) []text {
	texts := []text{{"hours", "Horario", wallet.HoursText(p.Hours)}, {"address", "Dónde estamos", p.Address}}
	return slices.DeleteFunc(texts, func(t text) bool { return t.Body == "" })
}

func contactLinks(p loyalty.Premises) []uri {
	uris := []uri{}
	if p.Phone != "" {
		uris = append(uris, uri{"phone", "tel:" + p.Phone, "Llamar"})
	}
	if p.BookingURL != "" {
		uris = append(uris, uri{"booking", p.BookingURL, "Reservar cita"})
	}
	return uris
}

func hex(ink color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", ink.R, ink.G, ink.B) }

func (a Account) object(card Card) object {
	p, words := card.Progress, wallet.TextsOf(card.Progress)
	strip := newPicture(card.Strip, words.News)
	stands := fmt.Sprintf("%d/%d", wallet.FilledPlaces(p), p.Terms.Target)
	return object{
		ID: a.objectID(card.Serial), ClassID: a.classID(card.Business.ID), State: "ACTIVE", AccountName: card.FirstName,
		Points: points{"Visitas", balance{stands}}, Further: secondaryPoints(p),
		Barcode: barcode{"QR_CODE", card.QR, "Enséñalo en el mostrador"},
		Strip:   &strip, Texts: texts(card, words),
		Links:    links{[]uri{{"portal", card.Portal, "Tus visitas"}}},
		Group:    group{card.Group},
		Messages: []message{}, // removes outdated messages
	}
}

// secondaryPoints returns the owed reward or the missing stamps. Google shows nine characters of the label and seven of
// the value.
func secondaryPoints(p loyalty.Progress) points {
	switch waiting := p.OwedKinds(); len(waiting) {
	case 0:
		return points{"Faltan", balance{strconv.FormatInt(missingStamps(p), 10)}}
	case 1:
		return points{"Te espera", balance{shortName(waiting[0])}}
	}
	return points{"Te espera", balance{"Varias"}}
}

func missingStamps(p loyalty.Progress) int64 {
	if wallet.FilledPlaces(p) == p.Terms.Target {
		return 0
	}
	if toHalf, has := p.ToHalf(); has && toHalf > 0 {
		return toHalf
	}
	return p.ToFree()
}

func shortName(kind loyalty.RewardKind) string {
	switch kind {
	case loyalty.RewardFree:
		return "Gratis"
	case loyalty.RewardHalf:
		return "50 %"
	}
	return "Regalo"
}

func texts(card Card, words wallet.Texts) []text {
	fields := []text{{"news", "Así va tu tarjeta", words.News}}
	switch {
	case card.Progress.FamilyName != "":
		fields = append(fields, text{"family", "Familia", card.Progress.FamilyName})
	case card.Progress.Terms.VIP:
		fields = append(fields, text{"vip", "Tarjeta", "VIP"})
	}
	return append(fields, text{"terms", "Qué paga", words.Terms}, text{"leave", "Tus datos", wallet.PrivacyText}, text{"maker", "Axioma", "Hecho con Axioma"})
}

func (a Account) expiredObject(card Card) expiredObject {
	return expiredObject{
		ID: a.objectID(card.Serial), ClassID: a.classID(card.Business.ID), State: "EXPIRED",
		Texts: []text{{"void", "Tarjeta", "Ya no es válida"}},
	}
}

// reward returns a message, which phones show more prominently than a new stamp.
func (a Account) reward(card Card) message {
	p, words := card.Progress, wallet.TextsOf(card.Progress)
	return message{
		ID: "reward" + strconv.FormatInt(p.Card.Stamps, 10), Header: "Te espera: " + words.Owed,
		Body: words.News, Type: "TEXT_AND_NOTIFY",
	}
}
