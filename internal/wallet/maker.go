// Package wallet renders a card as a pass of Apple Wallet and signs it with the operator's certificate.
package wallet

import (
	"archive/zip"
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image/color"
	"maps"
	"path"
	"slices"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/smallstep/pkcs7"

	"axioma/internal/loyalty"
)

// Media types of a pass and of several passes.
const (
	ContentType = "application/vnd.apple.pkpass"
	BundleType  = "application/vnd.apple.pkpasses"
)

// Maker makes passes of one type. It is safe for concurrent use.
type Maker struct {
	identity Identity
	service  string
	letters  lettering
	marks    map[loyalty.Colour]map[string][]byte
	strips   *lru.Cache[face, map[string][]byte]
	logos    *lru.Cache[loyalty.LogoName, map[string][]byte]
}

// stripCacheSize is the number of cached strips, of about 150 kB and 40 ms each.
const stripCacheSize = 64

// logoCacheSize is the number of cached logos, of about 30 kB each.
const logoCacheSize = 256

// NewMaker returns a maker. service is the https URL from which phones fetch updates; empty: none.
func NewMaker(identity Identity, service string) (*Maker, error) {
	letters, err := newLettering()
	if err != nil {
		return nil, err
	}
	strips, err := lru.New[face, map[string][]byte](stripCacheSize)
	if err != nil {
		return nil, fmt.Errorf("creating the strip cache: %w", err)
	}
	logos, err := lru.New[loyalty.LogoName, map[string][]byte](logoCacheSize)
	if err != nil {
		return nil, fmt.Errorf("creating the logo cache: %w", err)
	}
	m := &Maker{identity: identity, service: service, letters: letters, strips: strips, logos: logos, marks: map[loyalty.Colour]map[string][]byte{}}
	for _, colour := range loyalty.Colours() {
		if m.marks[colour], err = marksOn(InksOf(colour).Enamel); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// Identity returns the signing identity.
func (m *Maker) Identity() Identity { return m.identity }

// densities are pixels per point, by file name suffix.
var densities = map[string]int{"": 1, "@2x": 2, "@3x": 3}

// In points.
const (
	iconSide = 29
	logoSide = 50
)

func marksOn(enamel color.RGBA) (map[string][]byte, error) {
	pictures := map[string][]byte{}
	for suffix, density := range densities {
		for name, draw := range map[string]func() ([]byte, error){
			"icon": func() ([]byte, error) { return icon(iconSide*density, enamel) },
			"logo": func() ([]byte, error) { return logo(logoSide*density, enamel) },
		} {
			picture, err := draw()
			if err != nil {
				return nil, err
			}
			pictures[name+suffix+".png"] = picture
		}
	}
	return pictures, nil
}

func (m *Maker) strip(f face) (map[string][]byte, error) {
	if cachedPictures, ok := m.strips.Get(f); ok {
		return cachedPictures, nil
	}
	pictures := map[string][]byte{}
	for suffix, density := range densities {
		picture, err := m.letters.strip(f, density)
		if err != nil {
			return nil, err
		}
		pictures["strip"+suffix+".png"] = picture
	}
	m.strips.Add(f, pictures)
	return pictures, nil
}

func (m *Maker) logo(card Card) (map[string][]byte, error) {
	if cachedPictures, ok := m.logos.Get(card.Logo); ok {
		return cachedPictures, nil
	}
	pictures, err := plates(card.LogoPicture)
	if err == nil {
		m.logos.Add(card.Logo, pictures)
	}
	return pictures, err
}

// Make returns the pass of a card as a .pkpass file.
func (m *Maker) Make(card Card) ([]byte, error) {
	files, err := m.files(card)
	if err != nil {
		return nil, err
	}
	manifest, err := manifestOf(files)
	if err != nil {
		return nil, err
	}
	files["manifest.json"] = manifest
	files["signature"], err = m.identity.sign(manifest)
	if err != nil {
		return nil, err
	}
	return zipFiles(files)
}

func (m *Maker) files(card Card) (map[string][]byte, error) {
	text, err := card.document(m.identity, m.service)
	if err != nil {
		return nil, err
	}
	files := maps.Clone(m.marks[card.Colour.OrDefault()])
	files["pass.json"] = text
	if card.Logo != "" {
		logo, err := m.logo(card)
		if err != nil {
			return nil, err
		}
		maps.Copy(files, logo)
	}
	if card.Void {
		return files, nil
	}
	strip, err := m.strip(faceOf(card.Colour.OrDefault(), card.Progress))
	if err != nil {
		return nil, err
	}
	maps.Copy(files, strip)
	return files, nil
}

// manifestOf uses SHA-1, as Apple requires.
func manifestOf(files map[string][]byte) ([]byte, error) {
	digests := map[string]string{}
	for name, content := range files {
		digest := sha1.Sum(content)
		digests[name] = hex.EncodeToString(digest[:])
	}
	text, err := json.Marshal(digests)
	if err != nil {
		return nil, fmt.Errorf("writing the manifest of a pass: %w", err)
	}
	return text, nil
}

// sign returns a detached signature with the time.
func (i Identity) sign(manifest []byte) ([]byte, error) {
	signedData, err := pkcs7.NewSignedData(manifest)
	if err != nil {
		return nil, fmt.Errorf("signing a pass: %w", err)
	}
	signedData.SetDigestAlgorithm(pkcs7.OIDDigestAlgorithmSHA256)
	if err := signedData.AddSigner(i.certificate, i.key, pkcs7.SignerInfoConfig{}); err != nil {
		return nil, fmt.Errorf("signing a pass: %w", err)
	}
	signedData.AddCertificate(i.intermediate)
	signedData.Detach()
	signature, err := signedData.Finish()
	if err != nil {
		return nil, fmt.Errorf("signing a pass: %w", err)
	}
	return signature, nil
}

// Bundle returns several passes in one .pkpasses file.
func Bundle(passes [][]byte) ([]byte, error) {
	files := map[string][]byte{}
	for i, pass := range passes {
		files[fmt.Sprintf("pass%02d.pkpass", i+1)] = pass
	}
	return zipFiles(files)
}

func zipFiles(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: zipMethod(name)})
		if err != nil {
			return nil, fmt.Errorf("packing a pass: %w", err)
		}
		if _, err := file.Write(files[name]); err != nil {
			return nil, fmt.Errorf("packing a pass: %w", err)
		}
	}
	if err := archive.Close(); err != nil {
		return nil, fmt.Errorf("packing a pass: %w", err)
	}
	return out.Bytes(), nil
}

// zipMethod compresses only JSON: compressing PNGs again would take most of the time and save nothing.
func zipMethod(name string) uint16 {
	if path.Ext(name) == ".json" {
		return zip.Deflate
	}
	return zip.Store
}
