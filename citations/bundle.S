// Citation styles and locales, as they are. Kept in step with include/CBundledCitations.h.
  .section .note.GNU-stack,"",%progbits
  .section .rodata
  .global mdtypeset_csl_acm_sig_proceedings_csl, mdtypeset_csl_acm_sig_proceedings_csl_end
mdtypeset_csl_acm_sig_proceedings_csl:
  .incbin "styles/acm-sig-proceedings.csl"
mdtypeset_csl_acm_sig_proceedings_csl_end:
  .byte 0
  .global mdtypeset_csl_american_chemical_society_csl, mdtypeset_csl_american_chemical_society_csl_end
mdtypeset_csl_american_chemical_society_csl:
  .incbin "styles/american-chemical-society.csl"
mdtypeset_csl_american_chemical_society_csl_end:
  .byte 0
  .global mdtypeset_csl_american_medical_association_csl, mdtypeset_csl_american_medical_association_csl_end
mdtypeset_csl_american_medical_association_csl:
  .incbin "styles/american-medical-association.csl"
mdtypeset_csl_american_medical_association_csl_end:
  .byte 0
  .global mdtypeset_csl_apa_csl, mdtypeset_csl_apa_csl_end
mdtypeset_csl_apa_csl:
  .incbin "styles/apa.csl"
mdtypeset_csl_apa_csl_end:
  .byte 0
  .global mdtypeset_csl_association_for_computing_machinery_csl, mdtypeset_csl_association_for_computing_machinery_csl_end
mdtypeset_csl_association_for_computing_machinery_csl:
  .incbin "styles/association-for-computing-machinery.csl"
mdtypeset_csl_association_for_computing_machinery_csl_end:
  .byte 0
  .global mdtypeset_csl_chicago_author_date_csl, mdtypeset_csl_chicago_author_date_csl_end
mdtypeset_csl_chicago_author_date_csl:
  .incbin "styles/chicago-author-date.csl"
mdtypeset_csl_chicago_author_date_csl_end:
  .byte 0
  .global mdtypeset_csl_chicago_fullnote_bibliography_csl, mdtypeset_csl_chicago_fullnote_bibliography_csl_end
mdtypeset_csl_chicago_fullnote_bibliography_csl:
  .incbin "styles/chicago-fullnote-bibliography.csl"
mdtypeset_csl_chicago_fullnote_bibliography_csl_end:
  .byte 0
  .global mdtypeset_csl_chicago_note_bibliography_csl, mdtypeset_csl_chicago_note_bibliography_csl_end
mdtypeset_csl_chicago_note_bibliography_csl:
  .incbin "styles/chicago-note-bibliography.csl"
mdtypeset_csl_chicago_note_bibliography_csl_end:
  .byte 0
  .global mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl, mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl_end
mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl:
  .incbin "styles/china-national-standard-gb-t-7714-2015-author-date.csl"
mdtypeset_csl_china_national_standard_gb_t_7714_2015_author_date_csl_end:
  .byte 0
  .global mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl, mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl_end
mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl:
  .incbin "styles/china-national-standard-gb-t-7714-2015-numeric.csl"
mdtypeset_csl_china_national_standard_gb_t_7714_2015_numeric_csl_end:
  .byte 0
  .global mdtypeset_csl_din_1505_2_numeric_csl, mdtypeset_csl_din_1505_2_numeric_csl_end
mdtypeset_csl_din_1505_2_numeric_csl:
  .incbin "styles/din-1505-2-numeric.csl"
mdtypeset_csl_din_1505_2_numeric_csl_end:
  .byte 0
  .global mdtypeset_csl_din_1505_2_csl, mdtypeset_csl_din_1505_2_csl_end
mdtypeset_csl_din_1505_2_csl:
  .incbin "styles/din-1505-2.csl"
mdtypeset_csl_din_1505_2_csl_end:
  .byte 0
  .global mdtypeset_csl_elsevier_harvard_csl, mdtypeset_csl_elsevier_harvard_csl_end
mdtypeset_csl_elsevier_harvard_csl:
  .incbin "styles/elsevier-harvard.csl"
mdtypeset_csl_elsevier_harvard_csl_end:
  .byte 0
  .global mdtypeset_csl_elsevier_vancouver_csl, mdtypeset_csl_elsevier_vancouver_csl_end
mdtypeset_csl_elsevier_vancouver_csl:
  .incbin "styles/elsevier-vancouver.csl"
mdtypeset_csl_elsevier_vancouver_csl_end:
  .byte 0
  .global mdtypeset_csl_elsevier_with_titles_csl, mdtypeset_csl_elsevier_with_titles_csl_end
mdtypeset_csl_elsevier_with_titles_csl:
  .incbin "styles/elsevier-with-titles.csl"
mdtypeset_csl_elsevier_with_titles_csl_end:
  .byte 0
  .global mdtypeset_csl_harvard_cite_them_right_csl, mdtypeset_csl_harvard_cite_them_right_csl_end
mdtypeset_csl_harvard_cite_them_right_csl:
  .incbin "styles/harvard-cite-them-right.csl"
mdtypeset_csl_harvard_cite_them_right_csl_end:
  .byte 0
  .global mdtypeset_csl_ieee_csl, mdtypeset_csl_ieee_csl_end
mdtypeset_csl_ieee_csl:
  .incbin "styles/ieee.csl"
mdtypeset_csl_ieee_csl_end:
  .byte 0
  .global mdtypeset_csl_iso690_author_date_en_csl, mdtypeset_csl_iso690_author_date_en_csl_end
mdtypeset_csl_iso690_author_date_en_csl:
  .incbin "styles/iso690-author-date-en.csl"
mdtypeset_csl_iso690_author_date_en_csl_end:
  .byte 0
  .global mdtypeset_csl_iso690_numeric_en_csl, mdtypeset_csl_iso690_numeric_en_csl_end
mdtypeset_csl_iso690_numeric_en_csl:
  .incbin "styles/iso690-numeric-en.csl"
mdtypeset_csl_iso690_numeric_en_csl_end:
  .byte 0
  .global mdtypeset_csl_modern_language_association_csl, mdtypeset_csl_modern_language_association_csl_end
mdtypeset_csl_modern_language_association_csl:
  .incbin "styles/modern-language-association.csl"
mdtypeset_csl_modern_language_association_csl_end:
  .byte 0
  .global mdtypeset_csl_nature_csl, mdtypeset_csl_nature_csl_end
mdtypeset_csl_nature_csl:
  .incbin "styles/nature.csl"
mdtypeset_csl_nature_csl_end:
  .byte 0
  .global mdtypeset_csl_science_csl, mdtypeset_csl_science_csl_end
mdtypeset_csl_science_csl:
  .incbin "styles/science.csl"
mdtypeset_csl_science_csl_end:
  .byte 0
  .global mdtypeset_csl_springer_lecture_notes_in_computer_science_csl, mdtypeset_csl_springer_lecture_notes_in_computer_science_csl_end
mdtypeset_csl_springer_lecture_notes_in_computer_science_csl:
  .incbin "styles/springer-lecture-notes-in-computer-science.csl"
mdtypeset_csl_springer_lecture_notes_in_computer_science_csl_end:
  .byte 0
  .global mdtypeset_csl_vancouver_csl, mdtypeset_csl_vancouver_csl_end
mdtypeset_csl_vancouver_csl:
  .incbin "styles/vancouver.csl"
mdtypeset_csl_vancouver_csl_end:
  .byte 0
  .global mdtypeset_csl_locales_af_ZA_xml, mdtypeset_csl_locales_af_ZA_xml_end
mdtypeset_csl_locales_af_ZA_xml:
  .incbin "locales/locales-af-ZA.xml"
mdtypeset_csl_locales_af_ZA_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ar_xml, mdtypeset_csl_locales_ar_xml_end
mdtypeset_csl_locales_ar_xml:
  .incbin "locales/locales-ar.xml"
mdtypeset_csl_locales_ar_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_bg_BG_xml, mdtypeset_csl_locales_bg_BG_xml_end
mdtypeset_csl_locales_bg_BG_xml:
  .incbin "locales/locales-bg-BG.xml"
mdtypeset_csl_locales_bg_BG_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ca_AD_xml, mdtypeset_csl_locales_ca_AD_xml_end
mdtypeset_csl_locales_ca_AD_xml:
  .incbin "locales/locales-ca-AD.xml"
mdtypeset_csl_locales_ca_AD_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_cs_CZ_xml, mdtypeset_csl_locales_cs_CZ_xml_end
mdtypeset_csl_locales_cs_CZ_xml:
  .incbin "locales/locales-cs-CZ.xml"
mdtypeset_csl_locales_cs_CZ_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_cy_GB_xml, mdtypeset_csl_locales_cy_GB_xml_end
mdtypeset_csl_locales_cy_GB_xml:
  .incbin "locales/locales-cy-GB.xml"
mdtypeset_csl_locales_cy_GB_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_da_DK_xml, mdtypeset_csl_locales_da_DK_xml_end
mdtypeset_csl_locales_da_DK_xml:
  .incbin "locales/locales-da-DK.xml"
mdtypeset_csl_locales_da_DK_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_de_AT_xml, mdtypeset_csl_locales_de_AT_xml_end
mdtypeset_csl_locales_de_AT_xml:
  .incbin "locales/locales-de-AT.xml"
mdtypeset_csl_locales_de_AT_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_de_CH_xml, mdtypeset_csl_locales_de_CH_xml_end
mdtypeset_csl_locales_de_CH_xml:
  .incbin "locales/locales-de-CH.xml"
mdtypeset_csl_locales_de_CH_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_de_DE_xml, mdtypeset_csl_locales_de_DE_xml_end
mdtypeset_csl_locales_de_DE_xml:
  .incbin "locales/locales-de-DE.xml"
mdtypeset_csl_locales_de_DE_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_el_GR_xml, mdtypeset_csl_locales_el_GR_xml_end
mdtypeset_csl_locales_el_GR_xml:
  .incbin "locales/locales-el-GR.xml"
mdtypeset_csl_locales_el_GR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_en_GB_xml, mdtypeset_csl_locales_en_GB_xml_end
mdtypeset_csl_locales_en_GB_xml:
  .incbin "locales/locales-en-GB.xml"
mdtypeset_csl_locales_en_GB_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_en_US_xml, mdtypeset_csl_locales_en_US_xml_end
mdtypeset_csl_locales_en_US_xml:
  .incbin "locales/locales-en-US.xml"
mdtypeset_csl_locales_en_US_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_es_CL_xml, mdtypeset_csl_locales_es_CL_xml_end
mdtypeset_csl_locales_es_CL_xml:
  .incbin "locales/locales-es-CL.xml"
mdtypeset_csl_locales_es_CL_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_es_ES_xml, mdtypeset_csl_locales_es_ES_xml_end
mdtypeset_csl_locales_es_ES_xml:
  .incbin "locales/locales-es-ES.xml"
mdtypeset_csl_locales_es_ES_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_es_MX_xml, mdtypeset_csl_locales_es_MX_xml_end
mdtypeset_csl_locales_es_MX_xml:
  .incbin "locales/locales-es-MX.xml"
mdtypeset_csl_locales_es_MX_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_et_EE_xml, mdtypeset_csl_locales_et_EE_xml_end
mdtypeset_csl_locales_et_EE_xml:
  .incbin "locales/locales-et-EE.xml"
mdtypeset_csl_locales_et_EE_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_eu_xml, mdtypeset_csl_locales_eu_xml_end
mdtypeset_csl_locales_eu_xml:
  .incbin "locales/locales-eu.xml"
mdtypeset_csl_locales_eu_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_fa_IR_xml, mdtypeset_csl_locales_fa_IR_xml_end
mdtypeset_csl_locales_fa_IR_xml:
  .incbin "locales/locales-fa-IR.xml"
mdtypeset_csl_locales_fa_IR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_fi_FI_xml, mdtypeset_csl_locales_fi_FI_xml_end
mdtypeset_csl_locales_fi_FI_xml:
  .incbin "locales/locales-fi-FI.xml"
mdtypeset_csl_locales_fi_FI_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_fr_CA_xml, mdtypeset_csl_locales_fr_CA_xml_end
mdtypeset_csl_locales_fr_CA_xml:
  .incbin "locales/locales-fr-CA.xml"
mdtypeset_csl_locales_fr_CA_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_fr_FR_xml, mdtypeset_csl_locales_fr_FR_xml_end
mdtypeset_csl_locales_fr_FR_xml:
  .incbin "locales/locales-fr-FR.xml"
mdtypeset_csl_locales_fr_FR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_he_IL_xml, mdtypeset_csl_locales_he_IL_xml_end
mdtypeset_csl_locales_he_IL_xml:
  .incbin "locales/locales-he-IL.xml"
mdtypeset_csl_locales_he_IL_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_hi_IN_xml, mdtypeset_csl_locales_hi_IN_xml_end
mdtypeset_csl_locales_hi_IN_xml:
  .incbin "locales/locales-hi-IN.xml"
mdtypeset_csl_locales_hi_IN_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_hr_HR_xml, mdtypeset_csl_locales_hr_HR_xml_end
mdtypeset_csl_locales_hr_HR_xml:
  .incbin "locales/locales-hr-HR.xml"
mdtypeset_csl_locales_hr_HR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_hu_HU_xml, mdtypeset_csl_locales_hu_HU_xml_end
mdtypeset_csl_locales_hu_HU_xml:
  .incbin "locales/locales-hu-HU.xml"
mdtypeset_csl_locales_hu_HU_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_id_ID_xml, mdtypeset_csl_locales_id_ID_xml_end
mdtypeset_csl_locales_id_ID_xml:
  .incbin "locales/locales-id-ID.xml"
mdtypeset_csl_locales_id_ID_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_is_IS_xml, mdtypeset_csl_locales_is_IS_xml_end
mdtypeset_csl_locales_is_IS_xml:
  .incbin "locales/locales-is-IS.xml"
mdtypeset_csl_locales_is_IS_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_it_IT_xml, mdtypeset_csl_locales_it_IT_xml_end
mdtypeset_csl_locales_it_IT_xml:
  .incbin "locales/locales-it-IT.xml"
mdtypeset_csl_locales_it_IT_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ja_JP_xml, mdtypeset_csl_locales_ja_JP_xml_end
mdtypeset_csl_locales_ja_JP_xml:
  .incbin "locales/locales-ja-JP.xml"
mdtypeset_csl_locales_ja_JP_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_km_KH_xml, mdtypeset_csl_locales_km_KH_xml_end
mdtypeset_csl_locales_km_KH_xml:
  .incbin "locales/locales-km-KH.xml"
mdtypeset_csl_locales_km_KH_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ko_KR_xml, mdtypeset_csl_locales_ko_KR_xml_end
mdtypeset_csl_locales_ko_KR_xml:
  .incbin "locales/locales-ko-KR.xml"
mdtypeset_csl_locales_ko_KR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_la_xml, mdtypeset_csl_locales_la_xml_end
mdtypeset_csl_locales_la_xml:
  .incbin "locales/locales-la.xml"
mdtypeset_csl_locales_la_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_lt_LT_xml, mdtypeset_csl_locales_lt_LT_xml_end
mdtypeset_csl_locales_lt_LT_xml:
  .incbin "locales/locales-lt-LT.xml"
mdtypeset_csl_locales_lt_LT_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_lv_LV_xml, mdtypeset_csl_locales_lv_LV_xml_end
mdtypeset_csl_locales_lv_LV_xml:
  .incbin "locales/locales-lv-LV.xml"
mdtypeset_csl_locales_lv_LV_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_mn_MN_xml, mdtypeset_csl_locales_mn_MN_xml_end
mdtypeset_csl_locales_mn_MN_xml:
  .incbin "locales/locales-mn-MN.xml"
mdtypeset_csl_locales_mn_MN_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_nb_NO_xml, mdtypeset_csl_locales_nb_NO_xml_end
mdtypeset_csl_locales_nb_NO_xml:
  .incbin "locales/locales-nb-NO.xml"
mdtypeset_csl_locales_nb_NO_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_nl_NL_xml, mdtypeset_csl_locales_nl_NL_xml_end
mdtypeset_csl_locales_nl_NL_xml:
  .incbin "locales/locales-nl-NL.xml"
mdtypeset_csl_locales_nl_NL_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_nn_NO_xml, mdtypeset_csl_locales_nn_NO_xml_end
mdtypeset_csl_locales_nn_NO_xml:
  .incbin "locales/locales-nn-NO.xml"
mdtypeset_csl_locales_nn_NO_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_pl_PL_xml, mdtypeset_csl_locales_pl_PL_xml_end
mdtypeset_csl_locales_pl_PL_xml:
  .incbin "locales/locales-pl-PL.xml"
mdtypeset_csl_locales_pl_PL_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_pt_BR_xml, mdtypeset_csl_locales_pt_BR_xml_end
mdtypeset_csl_locales_pt_BR_xml:
  .incbin "locales/locales-pt-BR.xml"
mdtypeset_csl_locales_pt_BR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_pt_PT_xml, mdtypeset_csl_locales_pt_PT_xml_end
mdtypeset_csl_locales_pt_PT_xml:
  .incbin "locales/locales-pt-PT.xml"
mdtypeset_csl_locales_pt_PT_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ro_RO_xml, mdtypeset_csl_locales_ro_RO_xml_end
mdtypeset_csl_locales_ro_RO_xml:
  .incbin "locales/locales-ro-RO.xml"
mdtypeset_csl_locales_ro_RO_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_ru_RU_xml, mdtypeset_csl_locales_ru_RU_xml_end
mdtypeset_csl_locales_ru_RU_xml:
  .incbin "locales/locales-ru-RU.xml"
mdtypeset_csl_locales_ru_RU_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_sk_SK_xml, mdtypeset_csl_locales_sk_SK_xml_end
mdtypeset_csl_locales_sk_SK_xml:
  .incbin "locales/locales-sk-SK.xml"
mdtypeset_csl_locales_sk_SK_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_sl_SI_xml, mdtypeset_csl_locales_sl_SI_xml_end
mdtypeset_csl_locales_sl_SI_xml:
  .incbin "locales/locales-sl-SI.xml"
mdtypeset_csl_locales_sl_SI_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_sr_RS_xml, mdtypeset_csl_locales_sr_RS_xml_end
mdtypeset_csl_locales_sr_RS_xml:
  .incbin "locales/locales-sr-RS.xml"
mdtypeset_csl_locales_sr_RS_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_sv_SE_xml, mdtypeset_csl_locales_sv_SE_xml_end
mdtypeset_csl_locales_sv_SE_xml:
  .incbin "locales/locales-sv-SE.xml"
mdtypeset_csl_locales_sv_SE_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_th_TH_xml, mdtypeset_csl_locales_th_TH_xml_end
mdtypeset_csl_locales_th_TH_xml:
  .incbin "locales/locales-th-TH.xml"
mdtypeset_csl_locales_th_TH_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_tr_TR_xml, mdtypeset_csl_locales_tr_TR_xml_end
mdtypeset_csl_locales_tr_TR_xml:
  .incbin "locales/locales-tr-TR.xml"
mdtypeset_csl_locales_tr_TR_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_uk_UA_xml, mdtypeset_csl_locales_uk_UA_xml_end
mdtypeset_csl_locales_uk_UA_xml:
  .incbin "locales/locales-uk-UA.xml"
mdtypeset_csl_locales_uk_UA_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_vi_VN_xml, mdtypeset_csl_locales_vi_VN_xml_end
mdtypeset_csl_locales_vi_VN_xml:
  .incbin "locales/locales-vi-VN.xml"
mdtypeset_csl_locales_vi_VN_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_zh_CN_xml, mdtypeset_csl_locales_zh_CN_xml_end
mdtypeset_csl_locales_zh_CN_xml:
  .incbin "locales/locales-zh-CN.xml"
mdtypeset_csl_locales_zh_CN_xml_end:
  .byte 0
  .global mdtypeset_csl_locales_zh_TW_xml, mdtypeset_csl_locales_zh_TW_xml_end
mdtypeset_csl_locales_zh_TW_xml:
  .incbin "locales/locales-zh-TW.xml"
mdtypeset_csl_locales_zh_TW_xml_end:
  .byte 0
