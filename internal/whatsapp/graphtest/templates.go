package graphtest

import (
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Template is a template in one language.
type Template struct {
	Name       string              `json:"name"`
	Status     string              `json:"status"`
	Language   string              `json:"language"`
	Category   string              `json:"category"`
	Format     string              `json:"parameter_format"` // empty: POSITIONAL
	Components []TemplateComponent `json:"components"`
}

// TemplateComponent has placeholders such as {{1}}:
// https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates/components
type TemplateComponent struct {
	Type    string           `json:"type"`             // HEADER, BODY, FOOTER or BUTTONS
	Format  string           `json:"format,omitempty"` // HEADER: IMAGE or TEXT
	Text    string           `json:"text,omitempty"`
	Buttons []TemplateButton `json:"buttons,omitempty"`
}

// TemplateButton is a button of a template.
type TemplateButton struct {
	Type string `json:"type"`
	Text string `json:"text"`
	URL  string `json:"url,omitempty"`
}

// DocumentedTemplates returns approved templates with the texts of docs/operate/whatsapp.md, by setting: "code", "qr",
// "qr-wallet", "birthday", "one-more", "week".
func DocumentedTemplates(names map[string]string) []Template {
	picture := TemplateComponent{Type: "HEADER", Format: "IMAGE"}
	qr := bodyOf("Hola, {{1}}: este es tu QR de {{2}}. Enséñalo en cada visita.")
	card := TemplateButton{Type: "URL", Text: "Ver mi tarjeta", URL: "https://cards.example.com/portal?bid={{1}}"}
	wallet := TemplateButton{Type: "URL", Text: "Llevarla en el móvil", URL: "https://cards.example.com/api/public/wallet/{{1}}"}
	unsubscribe := TemplateComponent{Type: "FOOTER", Text: "Publicidad. Responde BAJA para no recibir más."}
	all := []struct {
		setting, category string
		components        []TemplateComponent
	}{
		{"code", "AUTHENTICATION", []TemplateComponent{
			bodyOf("*{{1}}* es tu código de verificación. Por tu seguridad, no lo compartas."),
			{Type: "FOOTER", Text: "Este código caduca en 10 minutos."},
			{Type: "BUTTONS", Buttons: []TemplateButton{
				{Type: "URL", Text: "Copiar código", URL: "https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}"},
			}},
		}},
		{"qr", "UTILITY", []TemplateComponent{picture, qr, {Type: "BUTTONS", Buttons: []TemplateButton{card}}}},
		{"qr-wallet", "UTILITY", []TemplateComponent{picture, qr, {Type: "BUTTONS", Buttons: []TemplateButton{card, wallet}}}},
		{"birthday", "MARKETING", []TemplateComponent{bodyOf("¡Feliz cumpleaños, {{1}}! En {{2}} te deseamos un gran día."), unsubscribe}},
		{"one-more", "MARKETING", []TemplateComponent{
			bodyOf("Hola, {{1}}: en {{2}} te falta una sola visita para tu próxima recompensa. Te esperamos."), unsubscribe,
		}},
		{"week", "UTILITY", []TemplateComponent{bodyOf("Tu semana en {{1}}:\nVisitas: {{2}}\nRecompensas: {{3}}\nClientes habituales: {{4}}\nLo primero: {{5}}\n" +
			"Responde BAJA si no quieres recibirlo más.")}},
	}
	var templates []Template
	for _, one := range all {
		if name := names[one.setting]; name != "" {
			templates = append(templates, Template{Name: name, Status: "APPROVED", Language: "es", Category: one.category, Components: one.components})
		}
	}
	return templates
}

func bodyOf(text string) TemplateComponent { return TemplateComponent{Type: "BODY", Text: text} }

func (t Template) part(kind string) TemplateComponent {
	if at := slices.IndexFunc(t.Components, func(c TemplateComponent) bool { return c.Type == kind }); at >= 0 {
		return t.Components[at]
	}
	return TemplateComponent{}
}

var placeholder = regexp.MustCompile(`\{\{[^{}]+\}\}`)

func countPlaceholders(text string) int { return len(placeholder.FindAllString(text, -1)) }

func (a Account) template(template SentTemplate) (Template, bool) {
	at := slices.IndexFunc(a.Templates, func(t Template) bool { return t.Name == template.Name && t.Language == template.Language.Code })
	if at < 0 {
		return Template{}, false
	}
	return a.Templates[at], true
}

func (a Account) category(used SentTemplate) string {
	template, _ := a.template(used)
	return template.Category
}

func (g *Graph) refuseTemplate(sender string, body Body) *refusal {
	if body.Template == nil {
		return nil
	}
	used := *body.Template
	template, found := g.Account.template(used)
	switch {
	case used.Language.Code == "":
		return newRefusal(131008, "Required parameter is missing", "template.language")
	case found && template.Status == "PAUSED":
		return newRefusal(132015, "Template is paused", "")
	case found && template.Status == "DISABLED":
		return newRefusal(132016, "Template is disabled", "")
	case !found || template.Status != "APPROVED":
		return &refusal{
			status: http.StatusNotFound, code: 132001, title: "Template name does not exist in the translation",
			details: fmt.Sprintf("template name (%s) does not exist in %s", used.Name, used.Language.Code),
		}
	}
	if template.Format == "NAMED" {
		return newRefusal(100, "Invalid parameter", "Parameter name is missing or empty")
	}
	for _, problem := range []*refusal{
		g.refuseHeader(sender, template, used), refuseBody(template, used), refuseButtons(template, used), refuseRest(used),
	} {
		if problem != nil {
			return problem
		}
	}
	return nil
}

func (s SentTemplate) values(kind string) []Parameter {
	if at := slices.IndexFunc(s.Components, func(c Component) bool { return c.Type == kind }); at >= 0 {
		return s.Components[at].Parameters
	}
	return nil
}

// refuseHeader refuses a picture that the sender has not uploaded.
func (g *Graph) refuseHeader(sender string, template Template, used SentTemplate) *refusal {
	values, format := used.values("header"), template.part("HEADER").Format
	switch {
	case format != "IMAGE" && len(values) != countPlaceholders(template.part("HEADER").Text):
		return wrongCount("header", len(values), countPlaceholders(template.part("HEADER").Text))
	case format != "IMAGE":
		return refuseValues("header", values)
	case len(values) != 1 || values[0].Type != "image":
		return newRefusal(132012, "Parameter format does not match format in the created template", "header: Format mismatch, expected IMAGE, received UNKNOWN")
	case values[0].Image.Link != "":
		return newRefusal(131053, "Media upload error", "Downloading media from weblink failed")
	case !g.hasPicture(sender, values[0].Image.ID):
		return newRefusal(100, "Param template['components'][0]['parameters'][0]['image']['id'] is not a valid whatsapp business account media attachment ID", "")
	}
	return nil
}

// longestBody limits the filled-in text, in characters.
const longestBody = 1024

func refuseBody(template Template, used SentTemplate) *refusal {
	values, text := used.values("body"), template.part("BODY").Text
	if len(values) != countPlaceholders(text) {
		return wrongCount("body", len(values), countPlaceholders(text))
	}
	if problem := refuseValues("body", values); problem != nil {
		return problem
	}
	length := utf8.RuneCountInString(placeholder.ReplaceAllString(text, ""))
	for _, value := range values {
		length += utf8.RuneCountInString(value.Text)
	}
	if length > longestBody {
		return newRefusal(132005, "Translated text too long", "body")
	}
	return nil
}

// longestCode is in characters.
const longestCode = 15

// refuseButtons requires a value exactly for buttons with a placeholder.
func refuseButtons(template Template, used SentTemplate) *refusal {
	wantedButtons := map[string]bool{}
	for i, button := range template.part("BUTTONS").Buttons {
		if countPlaceholders(button.URL) > 0 {
			wantedButtons[strconv.Itoa(i)] = true
		}
	}
	for _, component := range used.Components {
		if component.Type != "button" {
			continue
		}
		if component.SubType != "url" || !wantedButtons[component.Index] || len(component.Parameters) != 1 {
			return newRefusal(132018, "There's an issue with the parameters in your template.", "buttons: Button at index "+component.Index+" of the template takes no such parameter")
		}
		if problem := refuseValues("button", component.Parameters); problem != nil {
			return problem
		}
		delete(wantedButtons, component.Index)
		if template.Category == "AUTHENTICATION" && !isCode(component.Parameters[0].Text, used.values("body")) {
			return newRefusal(132018, "There's an issue with the parameters in your template.", "The one-time code differs from that of the body, or is longer than 15 characters")
		}
	}
	if len(wantedButtons) > 0 {
		return newRefusal(131008, "Required parameter is missing", "buttons: Button at index 0 of type Url requires a parameter")
	}
	return nil
}

func isCode(text string, body []Parameter) bool {
	return len(text) <= longestCode && len(body) == 1 && body[0].Text == text
}

func refuseRest(template SentTemplate) *refusal {
	for _, component := range template.Components {
		if !slices.Contains([]string{"header", "body", "button"}, component.Type) {
			return newRefusal(131009, "Parameter value is not valid", "components: "+component.Type)
		}
	}
	return nil
}

// mostBlanks limits consecutive spaces.
const mostBlanks = 4

// refuseValues refuses empty values and those that change the layout.
func refuseValues(part string, values []Parameter) *refusal {
	for _, value := range values {
		switch {
		case value.Type != "text":
			return newRefusal(132012, "Parameter format does not match format in the created template", part+": Format mismatch, expected TEXT")
		case strings.TrimSpace(value.Text) == "":
			return newRefusal(131008, "Required parameter is missing", part+": Parameter of type text is missing text value")
		case strings.ContainsAny(value.Text, "\n\r\t"), strings.Contains(value.Text, strings.Repeat(" ", mostBlanks+1)):
			return newRefusal(132018, "There's an issue with the parameters in your template.", "Param text cannot have new-line/tab characters or more than 4 consecutive spaces")
		}
	}
	return nil
}

func wrongCount(part string, got, want int) *refusal {
	return newRefusal(132000, "Number of parameters does not match the expected number of params",
		fmt.Sprintf("%s: number of localizable_params (%d) does not match the expected number of params (%d)", part, got, want))
}
