// Citation styles and locales of the Citation Style Language project.
#pragma once
#include <stddef.h>
#include <stdint.h>

struct mdtypeset_csl_file {
  const char *name;
  const uint8_t *start, *end;
};

extern const uint8_t mdtypeset_csl_acm_sig_proceedings_csl[], mdtypeset_csl_acm_sig_proceedings_csl_end[];
extern const uint8_t mdtypeset_csl_american_chemical_society_csl[], mdtypeset_csl_american_chemical_society_csl_end[];
extern const uint8_t mdtypeset_csl_american_medical_association_csl[], mdtypeset_csl_american_medical_association_csl_end[];
extern const uint8_t mdtypeset_csl_apa_csl[], mdtypeset_csl_apa_csl_end[];
extern const uint8_t mdtypeset_csl_association_for_computing_machinery_csl[], mdtypeset_csl_association_for_computing_machinery_csl_end[];
extern const uint8_t mdtypeset_csl_chicago_author_date_csl[], mdtypeset_csl_chicago_author_date_csl_end[];
extern const uint8_t mdtypeset_csl_chicago_fullnote_bibliography_csl[], mdtypeset_csl_chicago_fullnote_bibliography_csl_end[];
extern const uint8_t mdtypeset_csl_chicago_note_bibliography_csl[], mdtypeset_csl_chicago_note_bibliography_csl_end[];
extern const uint8_t mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl[], mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl_end[];
extern const uint8_t mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl[], mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl_end[];
extern const uint8_t mdtypeset_csl_din_1505_2_numeric_csl[], mdtypeset_csl_din_1505_2_numeric_csl_end[];
extern const uint8_t mdtypeset_csl_din_1505_2_csl[], mdtypeset_csl_din_1505_2_csl_end[];
extern const uint8_t mdtypeset_csl_elsevier_harvard_csl[], mdtypeset_csl_elsevier_harvard_csl_end[];
extern const uint8_t mdtypeset_csl_elsevier_vancouver_csl[], mdtypeset_csl_elsevier_vancouver_csl_end[];
extern const uint8_t mdtypeset_csl_elsevier_with_titles_csl[], mdtypeset_csl_elsevier_with_titles_csl_end[];
extern const uint8_t mdtypeset_csl_harvard_cite_them_right_csl[], mdtypeset_csl_harvard_cite_them_right_csl_end[];
extern const uint8_t mdtypeset_csl_ieee_csl[], mdtypeset_csl_ieee_csl_end[];
extern const uint8_t mdtypeset_csl_iso690_author_date_en_csl[], mdtypeset_csl_iso690_author_date_en_csl_end[];
extern const uint8_t mdtypeset_csl_iso690_numeric_en_csl[], mdtypeset_csl_iso690_numeric_en_csl_end[];
extern const uint8_t mdtypeset_csl_modern_language_association_csl[], mdtypeset_csl_modern_language_association_csl_end[];
extern const uint8_t mdtypeset_csl_nature_csl[], mdtypeset_csl_nature_csl_end[];
extern const uint8_t mdtypeset_csl_science_csl[], mdtypeset_csl_science_csl_end[];
extern const uint8_t mdtypeset_csl_springer_lecture_notes_in_computer_science_csl[], mdtypeset_csl_springer_lecture_notes_in_computer_science_csl_end[];
extern const uint8_t mdtypeset_csl_vancouver_csl[], mdtypeset_csl_vancouver_csl_end[];
extern const uint8_t mdtypeset_csl_locales_af_ZA_xml[], mdtypeset_csl_locales_af_ZA_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ar_xml[], mdtypeset_csl_locales_ar_xml_end[];
extern const uint8_t mdtypeset_csl_locales_bg_BG_xml[], mdtypeset_csl_locales_bg_BG_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ca_AD_xml[], mdtypeset_csl_locales_ca_AD_xml_end[];
extern const uint8_t mdtypeset_csl_locales_cs_CZ_xml[], mdtypeset_csl_locales_cs_CZ_xml_end[];
extern const uint8_t mdtypeset_csl_locales_cy_GB_xml[], mdtypeset_csl_locales_cy_GB_xml_end[];
extern const uint8_t mdtypeset_csl_locales_da_DK_xml[], mdtypeset_csl_locales_da_DK_xml_end[];
extern const uint8_t mdtypeset_csl_locales_de_AT_xml[], mdtypeset_csl_locales_de_AT_xml_end[];
extern const uint8_t mdtypeset_csl_locales_de_CH_xml[], mdtypeset_csl_locales_de_CH_xml_end[];
extern const uint8_t mdtypeset_csl_locales_de_DE_xml[], mdtypeset_csl_locales_de_DE_xml_end[];
extern const uint8_t mdtypeset_csl_locales_el_GR_xml[], mdtypeset_csl_locales_el_GR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_en_GB_xml[], mdtypeset_csl_locales_en_GB_xml_end[];
extern const uint8_t mdtypeset_csl_locales_en_US_xml[], mdtypeset_csl_locales_en_US_xml_end[];
extern const uint8_t mdtypeset_csl_locales_es_CL_xml[], mdtypeset_csl_locales_es_CL_xml_end[];
extern const uint8_t mdtypeset_csl_locales_es_ES_xml[], mdtypeset_csl_locales_es_ES_xml_end[];
extern const uint8_t mdtypeset_csl_locales_es_MX_xml[], mdtypeset_csl_locales_es_MX_xml_end[];
extern const uint8_t mdtypeset_csl_locales_et_EE_xml[], mdtypeset_csl_locales_et_EE_xml_end[];
extern const uint8_t mdtypeset_csl_locales_eu_xml[], mdtypeset_csl_locales_eu_xml_end[];
extern const uint8_t mdtypeset_csl_locales_fa_IR_xml[], mdtypeset_csl_locales_fa_IR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_fi_FI_xml[], mdtypeset_csl_locales_fi_FI_xml_end[];
extern const uint8_t mdtypeset_csl_locales_fr_CA_xml[], mdtypeset_csl_locales_fr_CA_xml_end[];
extern const uint8_t mdtypeset_csl_locales_fr_FR_xml[], mdtypeset_csl_locales_fr_FR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_he_IL_xml[], mdtypeset_csl_locales_he_IL_xml_end[];
extern const uint8_t mdtypeset_csl_locales_hi_IN_xml[], mdtypeset_csl_locales_hi_IN_xml_end[];
extern const uint8_t mdtypeset_csl_locales_hr_HR_xml[], mdtypeset_csl_locales_hr_HR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_hu_HU_xml[], mdtypeset_csl_locales_hu_HU_xml_end[];
extern const uint8_t mdtypeset_csl_locales_id_ID_xml[], mdtypeset_csl_locales_id_ID_xml_end[];
extern const uint8_t mdtypeset_csl_locales_is_IS_xml[], mdtypeset_csl_locales_is_IS_xml_end[];
extern const uint8_t mdtypeset_csl_locales_it_IT_xml[], mdtypeset_csl_locales_it_IT_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ja_JP_xml[], mdtypeset_csl_locales_ja_JP_xml_end[];
extern const uint8_t mdtypeset_csl_locales_km_KH_xml[], mdtypeset_csl_locales_km_KH_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ko_KR_xml[], mdtypeset_csl_locales_ko_KR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_la_xml[], mdtypeset_csl_locales_la_xml_end[];
extern const uint8_t mdtypeset_csl_locales_lt_LT_xml[], mdtypeset_csl_locales_lt_LT_xml_end[];
extern const uint8_t mdtypeset_csl_locales_lv_LV_xml[], mdtypeset_csl_locales_lv_LV_xml_end[];
extern const uint8_t mdtypeset_csl_locales_mn_MN_xml[], mdtypeset_csl_locales_mn_MN_xml_end[];
extern const uint8_t mdtypeset_csl_locales_nb_NO_xml[], mdtypeset_csl_locales_nb_NO_xml_end[];
extern const uint8_t mdtypeset_csl_locales_nl_NL_xml[], mdtypeset_csl_locales_nl_NL_xml_end[];
extern const uint8_t mdtypeset_csl_locales_nn_NO_xml[], mdtypeset_csl_locales_nn_NO_xml_end[];
extern const uint8_t mdtypeset_csl_locales_pl_PL_xml[], mdtypeset_csl_locales_pl_PL_xml_end[];
extern const uint8_t mdtypeset_csl_locales_pt_BR_xml[], mdtypeset_csl_locales_pt_BR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_pt_PT_xml[], mdtypeset_csl_locales_pt_PT_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ro_RO_xml[], mdtypeset_csl_locales_ro_RO_xml_end[];
extern const uint8_t mdtypeset_csl_locales_ru_RU_xml[], mdtypeset_csl_locales_ru_RU_xml_end[];
extern const uint8_t mdtypeset_csl_locales_sk_SK_xml[], mdtypeset_csl_locales_sk_SK_xml_end[];
extern const uint8_t mdtypeset_csl_locales_sl_SI_xml[], mdtypeset_csl_locales_sl_SI_xml_end[];
extern const uint8_t mdtypeset_csl_locales_sr_RS_xml[], mdtypeset_csl_locales_sr_RS_xml_end[];
extern const uint8_t mdtypeset_csl_locales_sv_SE_xml[], mdtypeset_csl_locales_sv_SE_xml_end[];
extern const uint8_t mdtypeset_csl_locales_th_TH_xml[], mdtypeset_csl_locales_th_TH_xml_end[];
extern const uint8_t mdtypeset_csl_locales_tr_TR_xml[], mdtypeset_csl_locales_tr_TR_xml_end[];
extern const uint8_t mdtypeset_csl_locales_uk_UA_xml[], mdtypeset_csl_locales_uk_UA_xml_end[];
extern const uint8_t mdtypeset_csl_locales_vi_VN_xml[], mdtypeset_csl_locales_vi_VN_xml_end[];
extern const uint8_t mdtypeset_csl_locales_zh_CN_xml[], mdtypeset_csl_locales_zh_CN_xml_end[];
extern const uint8_t mdtypeset_csl_locales_zh_TW_xml[], mdtypeset_csl_locales_zh_TW_xml_end[];

enum { mdtypeset_csl_count = 78 };

/// The file at `index`, from 0 to below `mdtypeset_csl_count`: `apa.csl`, `locales-de-DE.xml`.
static inline struct mdtypeset_csl_file mdtypeset_csl_at(size_t index) {
  static const struct mdtypeset_csl_file all[] = {
      {"acm-sig-proceedings.csl", mdtypeset_csl_acm_sig_proceedings_csl, mdtypeset_csl_acm_sig_proceedings_csl_end},
      {"american-chemical-society.csl", mdtypeset_csl_american_chemical_society_csl, mdtypeset_csl_american_chemical_society_csl_end},
      {"american-medical-association.csl", mdtypeset_csl_american_medical_association_csl, mdtypeset_csl_american_medical_association_csl_end},
      {"apa.csl", mdtypeset_csl_apa_csl, mdtypeset_csl_apa_csl_end},
      {"association-for-computing-machinery.csl", mdtypeset_csl_association_for_computing_machinery_csl, mdtypeset_csl_association_for_computing_machinery_csl_end},
      {"chicago-author-date.csl", mdtypeset_csl_chicago_author_date_csl, mdtypeset_csl_chicago_author_date_csl_end},
      {"chicago-fullnote-bibliography.csl", mdtypeset_csl_chicago_fullnote_bibliography_csl, mdtypeset_csl_chicago_fullnote_bibliography_csl_end},
      {"chicago-note-bibliography.csl", mdtypeset_csl_chicago_note_bibliography_csl, mdtypeset_csl_chicago_note_bibliography_csl_end},
      {"china-national-standard-gb-t-7714-2015-author-date.csl", mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl, mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl_end},
      {"china-national-standard-gb-t-7714-2015-numeric.csl", mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl, mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl_end},
      {"din-1505-2-numeric.csl", mdtypeset_csl_din_1505_2_numeric_csl, mdtypeset_csl_din_1505_2_numeric_csl_end},
      {"din-1505-2.csl", mdtypeset_csl_din_1505_2_csl, mdtypeset_csl_din_1505_2_csl_end},
      {"elsevier-harvard.csl", mdtypeset_csl_elsevier_harvard_csl, mdtypeset_csl_elsevier_harvard_csl_end},
      {"elsevier-vancouver.csl", mdtypeset_csl_elsevier_vancouver_csl, mdtypeset_csl_elsevier_vancouver_csl_end},
      {"elsevier-with-titles.csl", mdtypeset_csl_elsevier_with_titles_csl, mdtypeset_csl_elsevier_with_titles_csl_end},
      {"harvard-cite-them-right.csl", mdtypeset_csl_harvard_cite_them_right_csl, mdtypeset_csl_harvard_cite_them_right_csl_end},
      {"ieee.csl", mdtypeset_csl_ieee_csl, mdtypeset_csl_ieee_csl_end},
      {"iso690-author-date-en.csl", mdtypeset_csl_iso690_author_date_en_csl, mdtypeset_csl_iso690_author_date_en_csl_end},
      {"iso690-numeric-en.csl", mdtypeset_csl_iso690_numeric_en_csl, mdtypeset_csl_iso690_numeric_en_csl_end},
      {"modern-language-association.csl", mdtypeset_csl_modern_language_association_csl, mdtypeset_csl_modern_language_association_csl_end},
      {"nature.csl", mdtypeset_csl_nature_csl, mdtypeset_csl_nature_csl_end},
      {"science.csl", mdtypeset_csl_science_csl, mdtypeset_csl_science_csl_end},
      {"springer-lecture-notes-in-computer-science.csl", mdtypeset_csl_springer_lecture_notes_in_computer_science_csl, mdtypeset_csl_springer_lecture_notes_in_computer_science_csl_end},
      {"vancouver.csl", mdtypeset_csl_vancouver_csl, mdtypeset_csl_vancouver_csl_end},
      {"locales-af-ZA.xml", mdtypeset_csl_locales_af_ZA_xml, mdtypeset_csl_locales_af_ZA_xml_end},
      {"locales-ar.xml", mdtypeset_csl_locales_ar_xml, mdtypeset_csl_locales_ar_xml_end},
      {"locales-bg-BG.xml", mdtypeset_csl_locales_bg_BG_xml, mdtypeset_csl_locales_bg_BG_xml_end},
      {"locales-ca-AD.xml", mdtypeset_csl_locales_ca_AD_xml, mdtypeset_csl_locales_ca_AD_xml_end},
      {"locales-cs-CZ.xml", mdtypeset_csl_locales_cs_CZ_xml, mdtypeset_csl_locales_cs_CZ_xml_end},
      {"locales-cy-GB.xml", mdtypeset_csl_locales_cy_GB_xml, mdtypeset_csl_locales_cy_GB_xml_end},
      {"locales-da-DK.xml", mdtypeset_csl_locales_da_DK_xml, mdtypeset_csl_locales_da_DK_xml_end},
      {"locales-de-AT.xml", mdtypeset_csl_locales_de_AT_xml, mdtypeset_csl_locales_de_AT_xml_end},
      {"locales-de-CH.xml", mdtypeset_csl_locales_de_CH_xml, mdtypeset_csl_locales_de_CH_xml_end},
      {"locales-de-DE.xml", mdtypeset_csl_locales_de_DE_xml, mdtypeset_csl_locales_de_DE_xml_end},
      {"locales-el-GR.xml", mdtypeset_csl_locales_el_GR_xml, mdtypeset_csl_locales_el_GR_xml_end},
      {"locales-en-GB.xml", mdtypeset_csl_locales_en_GB_xml, mdtypeset_csl_locales_en_GB_xml_end},
      {"locales-en-US.xml", mdtypeset_csl_locales_en_US_xml, mdtypeset_csl_locales_en_US_xml_end},
      {"locales-es-CL.xml", mdtypeset_csl_locales_es_CL_xml, mdtypeset_csl_locales_es_CL_xml_end},
      {"locales-es-ES.xml", mdtypeset_csl_locales_es_ES_xml, mdtypeset_csl_locales_es_ES_xml_end},
      {"locales-es-MX.xml", mdtypeset_csl_locales_es_MX_xml, mdtypeset_csl_locales_es_MX_xml_end},
      {"locales-et-EE.xml", mdtypeset_csl_locales_et_EE_xml, mdtypeset_csl_locales_et_EE_xml_end},
      {"locales-eu.xml", mdtypeset_csl_locales_eu_xml, mdtypeset_csl_locales_eu_xml_end},
      {"locales-fa-IR.xml", mdtypeset_csl_locales_fa_IR_xml, mdtypeset_csl_locales_fa_IR_xml_end},
      {"locales-fi-FI.xml", mdtypeset_csl_locales_fi_FI_xml, mdtypeset_csl_locales_fi_FI_xml_end},
      {"locales-fr-CA.xml", mdtypeset_csl_locales_fr_CA_xml, mdtypeset_csl_locales_fr_CA_xml_end},
      {"locales-fr-FR.xml", mdtypeset_csl_locales_fr_FR_xml, mdtypeset_csl_locales_fr_FR_xml_end},
      {"locales-he-IL.xml", mdtypeset_csl_locales_he_IL_xml, mdtypeset_csl_locales_he_IL_xml_end},
      {"locales-hi-IN.xml", mdtypeset_csl_locales_hi_IN_xml, mdtypeset_csl_locales_hi_IN_xml_end},
      {"locales-hr-HR.xml", mdtypeset_csl_locales_hr_HR_xml, mdtypeset_csl_locales_hr_HR_xml_end},
      {"locales-hu-HU.xml", mdtypeset_csl_locales_hu_HU_xml, mdtypeset_csl_locales_hu_HU_xml_end},
      {"locales-id-ID.xml", mdtypeset_csl_locales_id_ID_xml, mdtypeset_csl_locales_id_ID_xml_end},
      {"locales-is-IS.xml", mdtypeset_csl_locales_is_IS_xml, mdtypeset_csl_locales_is_IS_xml_end},
      {"locales-it-IT.xml", mdtypeset_csl_locales_it_IT_xml, mdtypeset_csl_locales_it_IT_xml_end},
      {"locales-ja-JP.xml", mdtypeset_csl_locales_ja_JP_xml, mdtypeset_csl_locales_ja_JP_xml_end},
      {"locales-km-KH.xml", mdtypeset_csl_locales_km_KH_xml, mdtypeset_csl_locales_km_KH_xml_end},
      {"locales-ko-KR.xml", mdtypeset_csl_locales_ko_KR_xml, mdtypeset_csl_locales_ko_KR_xml_end},
      {"locales-la.xml", mdtypeset_csl_locales_la_xml, mdtypeset_csl_locales_la_xml_end},
      {"locales-lt-LT.xml", mdtypeset_csl_locales_lt_LT_xml, mdtypeset_csl_locales_lt_LT_xml_end},
      {"locales-lv-LV.xml", mdtypeset_csl_locales_lv_LV_xml, mdtypeset_csl_locales_lv_LV_xml_end},
      {"locales-mn-MN.xml", mdtypeset_csl_locales_mn_MN_xml, mdtypeset_csl_locales_mn_MN_xml_end},
      {"locales-nb-NO.xml", mdtypeset_csl_locales_nb_NO_xml, mdtypeset_csl_locales_nb_NO_xml_end},
      {"locales-nl-NL.xml", mdtypeset_csl_locales_nl_NL_xml, mdtypeset_csl_locales_nl_NL_xml_end},
      {"locales-nn-NO.xml", mdtypeset_csl_locales_nn_NO_xml, mdtypeset_csl_locales_nn_NO_xml_end},
      {"locales-pl-PL.xml", mdtypeset_csl_locales_pl_PL_xml, mdtypeset_csl_locales_pl_PL_xml_end},
      {"locales-pt-BR.xml", mdtypeset_csl_locales_pt_BR_xml, mdtypeset_csl_locales_pt_BR_xml_end},
      {"locales-pt-PT.xml", mdtypeset_csl_locales_pt_PT_xml, mdtypeset_csl_locales_pt_PT_xml_end},
      {"locales-ro-RO.xml", mdtypeset_csl_locales_ro_RO_xml, mdtypeset_csl_locales_ro_RO_xml_end},
      {"locales-ru-RU.xml", mdtypeset_csl_locales_ru_RU_xml, mdtypeset_csl_locales_ru_RU_xml_end},
      {"locales-sk-SK.xml", mdtypeset_csl_locales_sk_SK_xml, mdtypeset_csl_locales_sk_SK_xml_end},
      {"locales-sl-SI.xml", mdtypeset_csl_locales_sl_SI_xml, mdtypeset_csl_locales_sl_SI_xml_end},
      {"locales-sr-RS.xml", mdtypeset_csl_locales_sr_RS_xml, mdtypeset_csl_locales_sr_RS_xml_end},
      {"locales-sv-SE.xml", mdtypeset_csl_locales_sv_SE_xml, mdtypeset_csl_locales_sv_SE_xml_end},
      {"locales-th-TH.xml", mdtypeset_csl_locales_th_TH_xml, mdtypeset_csl_locales_th_TH_xml_end},
      {"locales-tr-TR.xml", mdtypeset_csl_locales_tr_TR_xml, mdtypeset_csl_locales_tr_TR_xml_end},
      {"locales-uk-UA.xml", mdtypeset_csl_locales_uk_UA_xml, mdtypeset_csl_locales_uk_UA_xml_end},
      {"locales-vi-VN.xml", mdtypeset_csl_locales_vi_VN_xml, mdtypeset_csl_locales_vi_VN_xml_end},
      {"locales-zh-CN.xml", mdtypeset_csl_locales_zh_CN_xml, mdtypeset_csl_locales_zh_CN_xml_end},
      {"locales-zh-TW.xml", mdtypeset_csl_locales_zh_TW_xml, mdtypeset_csl_locales_zh_TW_xml_end},
  };
  return all[index];
}
