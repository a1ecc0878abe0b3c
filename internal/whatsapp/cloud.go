package whatsapp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"sync/atomic"

	"axioma/internal/loyalty"
	"axioma/internal/qr"
	"axioma/internal/service/messaging"
)

// Account is the platform's account of the WhatsApp Business Cloud API.
type Account struct {
	GraphURL      string // no trailing slash
	GraphVersion  string
	Token         string
	AppID         string // of the token; empty: no inspection
	AppSecret     string
	PhoneNumberID string
	Language      string
	Templates     map[string]string // by loyalty.MessageTemplate.Setting; optional ones may be empty
}

// TemplateFor returns a kind's template, or false for kinds sent as free text.
func (a Account) TemplateFor(kind loyalty.MessageKind) (loyalty.MessageTemplate, bool) {
	if richer, ok := kind.RicherTemplate(); ok && a.Templates[richer.Setting] != "" {
		return richer, true
	}
	return kind.Template()
}

// Cloud sends messages by the WhatsApp Business Cloud API.
type Cloud struct {
	account    Account
	client     *http.Client
	refusals   refusalTable
	sendsProof atomic.Bool
}

// NewCloud returns a provider. A nil transport means the network.
func NewCloud(account Account, transport http.RoundTripper) *Cloud {
	if transport == nil {
		network := http.DefaultTransport.(*http.Transport).Clone()
		network.MaxIdleConnsPerHost = 2 * maxTries
		transport = network
	}
	return &Cloud{account: account, refusals: refusals(), client: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// outgoing is the body of POST /<phone number id>/messages:
// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
type outgoing struct {
	Product   string    `json:"messaging_product"`
	Recipient string    `json:"recipient_type"`
	To        string    `json:"to,omitempty"`
	ToHidden  string    `json:"recipient,omitempty"` // instead of To for a hidden phone
	Type      string    `json:"type"`
	Template  *template `json:"template,omitempty"`
	Text      *freeText `json:"text,omitempty"`
	// MessageID is ours. Status notices contain it: it identifies a message without response.
	MessageID string `json:"biz_opaque_callback_data"`
}

type freeText struct {
	Body string `json:"body"`
}

type template struct {
	Name       string      `json:"name"`
	Language   language    `json:"language"`
	Components []component `json:"components"`
}

type language struct {
	Code string `json:"code"`
}

type component struct {
	Type       string      `json:"type"`
	SubType    string      `json:"sub_type,omitempty"`
	Index      string      `json:"index,omitempty"`
	Parameters []parameter `json:"parameters"`
}

type parameter struct {
	Type  string `json:"type"`
	Text  string `json:"text,omitempty"`
	Image *media `json:"image,omitempty"`
}

type media struct {
	ID string `json:"id"`
}

// Send sends a message by its template, or as free text.
func (c *Cloud) Send(ctx context.Context, m messaging.ClaimedMessage) messaging.Try {
	out := outgoing{Product: "whatsapp", Recipient: "individual", To: loyalty.CanonicalPhone(m.Phone), MessageID: m.ID}
	if !strings.HasPrefix(m.Phone, "+") {
		out.To, out.ToHidden = "", m.Phone
	}
	form, ok := c.account.TemplateFor(m.Kind)
	if !ok {
		out.Type, out.Text = "text", &freeText{Body: m.Text}
		return c.post(ctx, m, out)
	}
	if form.Optional && c.account.Templates[form.Setting] == "" {
		return messaging.Try{Result: messaging.TryRejected, Error: "there is no template " + form.Setting}
	}
	components, refusal := c.components(ctx, m, form)
	if refusal != nil {
		return *refusal
	}
	out.Type, out.Template = "template", &template{
		Name: c.account.Templates[form.Setting], Language: language{Code: c.account.Language}, Components: components,
	}
	return c.post(ctx, m, out)
}

// components returns a template message's parts, see docs/operate/whatsapp.md.
func (c *Cloud) components(ctx context.Context, m messaging.ClaimedMessage, form loyalty.MessageTemplate) ([]component, *messaging.Try) {
	var components []component
	if form.QR {
		picture, refusal := c.uploadQR(ctx, m)
		if refusal != nil {
			return nil, refusal
		}
		header := []parameter{{Type: "image", Image: &media{ID: picture}}}
		components = append(components, component{Type: "header", Parameters: header})
	}
	components = append(components, component{Type: "body", Parameters: parametersFor(m, form.Body...)})
	for i, handedOver := range form.Buttons {
		components = append(components, component{Type: "button", SubType: "url", Index: strconv.Itoa(i), Parameters: parametersFor(m, handedOver)})
	}
	return components, nil
}

func parametersFor(m messaging.ClaimedMessage, places ...loyalty.TemplateValue) []parameter {
	parameters := make([]parameter, len(places))
	for i, place := range places {
		parameters[i] = parameter{Type: "text", Text: valueOf(m, place)}
	}
	return parameters
}

func valueOf(m messaging.ClaimedMessage, place loyalty.TemplateValue) string {
	switch place {
	case loyalty.FillGreeting:
		return m.To.Greeting()
	case loyalty.FillSender:
		return m.Business.SenderName()
	case loyalty.FillCode:
		return m.Code()
	case loyalty.FillBusiness:
		return m.Business.ID
	case loyalty.FillQR:
		return m.QR.ID
	case loyalty.FillWeekFigures:
		return loyalty.ParseWeekSummary(m.Text).Figures
	case loyalty.FillWeekOwed:
		return loyalty.ParseWeekSummary(m.Text).Owed
	case loyalty.FillWeekLost:
		return loyalty.ParseWeekSummary(m.Text).LostCustomers
	case loyalty.FillWeekTask:
		return loyalty.ParseWeekSummary(m.Text).Task
	}
	return ""
}

func (c *Cloud) post(ctx context.Context, m messaging.ClaimedMessage, out outgoing) messaging.Try {
	body, err := json.Marshal(out)
	if err != nil {
		return messaging.Try{Result: messaging.TryRejected, Error: err.Error()}
	}
	id, try := c.call(ctx, c.address(m, "messages"), "application/json", body)
	try.ProviderID = id
	return try
}

// uploadQR uploads the picture of a QR. A failure can be retried: the message was not sent.
func (c *Cloud) uploadQR(ctx context.Context, m messaging.ClaimedMessage) (string, *messaging.Try) {
	contentType, body, err := qrForm(m)
	if err != nil {
		return "", &messaging.Try{Result: messaging.TryRejected, Error: err.Error()}
	}
	id, try := c.call(ctx, c.address(m, "media"), contentType, body)
	switch try.Result {
	case messaging.TryAccepted:
		return id, nil
	case messaging.TryUnknown:
		try.Result = messaging.TryRetryLater
	}
	return "", &try
}

// qrForm returns a form for https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
func qrForm(m messaging.ClaimedMessage) (contentType string, body []byte, err error) {
	picture, err := qr.Customer(m.QR.ID, m.QR.BusinessID, m.QR.Signature)
	if err != nil {
		return "", nil, err
	}
	if picture, err = toRGBA(picture); err != nil {
		return "", nil, err
	}
	var buffer bytes.Buffer
	form := multipart.NewWriter(&buffer)
	for _, field := range [][2]string{{"messaging_product", "whatsapp"}, {"type", "image/png"}} {
		if err := form.WriteField(field[0], field[1]); err != nil {
			return "", nil, fmt.Errorf("encoding a picture: %w", err)
		}
	}
	part, err := form.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="qr.png"`}, "Content-Type": {"image/png"},
	})
	if err != nil {
		return "", nil, fmt.Errorf("encoding a picture: %w", err)
	}
	if _, err := part.Write(picture); err != nil {
		return "", nil, fmt.Errorf("encoding a picture: %w", err)
	}
	if err := form.Close(); err != nil {
		return "", nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return form.FormDataContentType(), buffer.Bytes(), nil
}

// toRGBA converts a picture, because the API requires "8-bit, RGB or RGBA":
// https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types
func toRGBA(picture []byte) ([]byte, error) {
	decodedImage, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	rgbaImage := image.NewRGBA(decodedImage.Bounds())
	draw.Draw(rgbaImage, rgbaImage.Bounds(), decodedImage, decodedImage.Bounds().Min, draw.Src)
	var buffer bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed} // compresses well at any level
	if err := encoder.Encode(&buffer, rgbaImage); err != nil {
		return nil, fmt.Errorf("encoding a picture: %w", err)
	}
	return buffer.Bytes(), nil
}

func (c *Cloud) address(m messaging.ClaimedMessage, path string) string {
	sender := m.Business.SenderOf(m.Message)
	if sender == "" {
		sender = c.account.PhoneNumberID
	}
	return strings.Join([]string{c.account.GraphURL, c.account.GraphVersion, sender, path}, "/")
}
