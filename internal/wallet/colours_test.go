package wallet_test

import (
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/wallet"
)

// WCAG 2.2 demands 4.5 for text. Names and stamps need 7.
// Spec: portal-26
func TestInks_EveryColour_HasEnoughContrast(t *testing.T) {
	t.Parallel()
	cream, stock, brass := color.RGBA{250, 246, 238, 255}, color.RGBA{248, 243, 230, 255}, color.RGBA{223, 175, 80, 255}
	for _, colour := range loyalty.Colours() {
		inks := wallet.InksOf(colour)
		for name, ratio := range map[string]float64{
			"the name on the sign": contrast(cream, inks.Enamel) / 7,
			"a label of a pass":    contrast(brass, inks.Enamel) / 4.5,
			"a stamp":              contrast(stock, inks.Stamp) / 7,
			"an empty place":       contrast(stock, inks.Print) / 4.5,
		} {
			if ratio < 1 {
				t.Errorf("the contrast of %s in %s is %.2f of the required one, want at least 1", name, colour, ratio)
			}
		}
	}
}

var hueRule = regexp.MustCompile(`\[data-colour="([A-Z]+)"\] \{\s*--hue: ([\d.]+);\s*--strength: ([\d.]+);`)

func TestInks_EveryColour_MatchesTheStyleSheet(t *testing.T) {
	t.Parallel()
	const file = "../../web/src/card/stamp-card/colours.css"
	css, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	inksByColour := map[loyalty.Colour]wallet.Inks{}
	for _, rule := range hueRule.FindAllStringSubmatch(string(css), -1) {
		hue, strength := number(t, rule[2]), number(t, rule[3])
		inksByColour[loyalty.Colour(rule[1])] = wallet.Inks{
			Enamel: oklch(0.37, 0.078*strength, hue), Stamp: oklch(0.39, 0.088*strength, hue), Print: oklch(0.50, 0.045*strength, hue),
		}
	}
	if len(inksByColour) != len(loyalty.Colours()) {
		t.Errorf("%s has %d colours, want %d", file, len(inksByColour), len(loyalty.Colours()))
	}
	for _, colour := range loyalty.Colours() {
		if inksByColour[colour] != wallet.InksOf(colour) {
			t.Errorf("%s is %v on the screens but %v on paper", colour, inksByColour[colour], wallet.InksOf(colour))
		}
	}
}

func number(t *testing.T, text string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// oklch converts to sRGB as browsers do (CSS Color 4), and clips.
func oklch(lightness, chroma, hue float64) color.RGBA {
	sin, cos := math.Sincos(hue * math.Pi / 180)
	a, b := chroma*cos, chroma*sin
	l := math.Pow(lightness+0.3963377774*a+0.2158037573*b, 3)
	m := math.Pow(lightness-0.1055613458*a-0.0638541728*b, 3)
	s := math.Pow(lightness-0.0894841775*a-1.2914855480*b, 3)
	return color.RGBA{
		R: encodeSRGB(4.0767416621*l - 3.3077115913*m + 0.2309699292*s),
		G: encodeSRGB(-1.2684380046*l + 2.6097574011*m - 0.3413193965*s),
		B: encodeSRGB(-0.0041960863*l - 0.7034186147*m + 1.7076147010*s),
		A: 255,
	}
}

func encodeSRGB(light float64) uint8 {
	light = min(1, max(0, light))
	if light <= 0.0031308 {
		return uint8(math.Round(255 * 12.92 * light))
	}
	return uint8(math.Round(255 * (1.055*math.Pow(light, 1/2.4) - 0.055)))
}

func contrast(one, other color.RGBA) float64 {
	bright, dark := luminance(one), luminance(other)
	if bright < dark {
		bright, dark = dark, bright
	}
	return (bright + 0.05) / (dark + 0.05)
}

func luminance(c color.RGBA) float64 {
	light := func(part uint8) float64 {
		v := float64(part) / 255
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*light(c.R) + 0.7152*light(c.G) + 0.0722*light(c.B)
}
